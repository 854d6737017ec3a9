/**
 * The panel's stack: the files of the admin panel and of the documentation behind CloudFront, and the sign-in page.
 *
 * Its files are built anew, and accounts are in the data stack; but its URL, which is in links and bookmarks, is gone
 * with it, unless the stage has `panel.domain`. It is deployed last, since it needs the URL of the API.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EnabledPanel } from '../config.ts';
import type { AdminPool } from '../constructs/admin-pool.ts';
import { PanelFiles, type SiteFolders } from '../constructs/panel-files.ts';
import { PanelHost } from '../constructs/panel-host.ts';
import { PanelSignIn } from '../constructs/panel-sign-in.ts';
import { logSettings, type StageStackProps, stackSettings } from './stage-stack.ts';

interface PanelStackProps extends StageStackProps {
  readonly panel: EnabledPanel;
  readonly apiUrl: string;
  /** Absent if admins come by link only. */
  readonly admins: AdminPool | undefined;
  readonly folders: SiteFolders;
}

export class PanelStack extends Stack {
  constructor(scope: Construct, id: string, { config, panel, apiUrl, admins, folders }: PanelStackProps) {
    super(scope, id, {
      ...stackSettings(config),
      description: `Social Platform Services, ${config.name}: the admin panel`,
    });
    const signIn = admins && new PanelSignIn(this, 'SignIn', admins);
    const { embedOrigins = [] } = panel;
    const endpoints = [apiUrl, ...(signIn?.endpoints ?? [])];
    const host = new PanelHost(this, 'Host', { domain: panel.domain, embedOrigins, endpoints });
    const settings = signIn?.addClient(host.panelUrl);
    new PanelFiles(this, 'Files', {
      bucket: host.bucket,
      folders,
      settings: {
        apiUrl,
        ...(config.name !== 'local' && { operatorOptions: `--env ${config.name}` }),
        ...(embedOrigins.length > 0 && { embedOrigins }),
        ...(settings && { signIn: settings }),
      },
      logs: logSettings(config),
    });
    new CfnOutput(this, 'PanelHostName', {
      value: host.hostName,
      description: 'Where the DNS record of panel.domain points',
    });
    new CfnOutput(this, 'DocsUrl', { value: host.docsUrl, description: 'The documentation' });
    new CfnOutput(this, 'PanelUrl', { value: host.panelUrl, description: 'The admin panel' });
  }
}
