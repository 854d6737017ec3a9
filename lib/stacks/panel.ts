/**
 * The panel's stack: the admin panel's files behind CloudFront, and its sign-in page.
 *
 * It has nothing that can't be created again: accounts are in the data stack. It is deployed last, since it needs the
 * URL of the API.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { PanelConfig } from '../config.ts';
import type { AdminPool } from '../constructs/admin-pool.ts';
import { PanelFiles } from '../constructs/panel-files.ts';
import { PanelHost } from '../constructs/panel-host.ts';
import { PanelSignIn } from '../constructs/panel-sign-in.ts';
import { logSettings, type StageStackProps, stackSettings } from './stage-stack.ts';

interface PanelStackProps extends StageStackProps {
  readonly panel: Extract<PanelConfig, { enabled: true }>;
  readonly apiUrl: string;
  /** Absent if admins come by link only. */
  readonly admins: AdminPool | undefined;
  /** The folder that the panel was built into. */
  readonly folder: string;
}

export class PanelStack extends Stack {
  constructor(scope: Construct, id: string, { config, panel, apiUrl, admins, folder }: PanelStackProps) {
    super(scope, id, {
      ...stackSettings(config),
      description: `Social Platform Services, ${config.name}: the admin panel`,
    });
    const signIn = admins && new PanelSignIn(this, 'SignIn', admins);
    const endpoints = [apiUrl, ...(signIn?.endpoints ?? [])];
    const host = new PanelHost(this, 'Host', { domain: panel.domain, endpoints });
    const settings = signIn?.addClient(host.panelUrl);
    new PanelFiles(this, 'Files', {
      bucket: host.bucket,
      folder,
      settings: {
        apiUrl,
        ...(config.name !== 'local' && { operatorOptions: `--env ${config.name}` }),
        ...(settings && { signIn: settings }),
      },
      logs: logSettings(config),
    });
    new CfnOutput(this, 'PanelUrl', { value: host.panelUrl, description: 'The admin panel' });
  }
}
