/**
 * The panel's stack: the files of the admin panel and of the documentation behind CloudFront, and the sign-in page.
 *
 * Its files are built anew, and accounts are in the data stack; but its URL, which is in links and bookmarks, is gone
 * with it, unless the stage has `panel.domain`. It is deployed last, since it needs the URL of the API.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { DEFAULT_PREFIX } from '../../contract/stages.ts';
import type { EnabledPanel, StageConfig } from '../config.ts';
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
  readonly operatorCommand: string | undefined;
}

export class PanelStack extends Stack {
  /** The URLs of the panel and of the documentation, each with a slash at its end. */
  readonly panelUrl: string;
  readonly docsUrl: string;

  constructor(scope: Construct, id: string, props: PanelStackProps) {
    const { config, panel, apiUrl, admins, folders, operatorCommand } = props;
    super(scope, id, {
      ...stackSettings(props, 'panel'),
      description: `Social Platform Services, ${config.name}: the admin panel`,
    });
    const signIn = admins && new PanelSignIn(this, 'SignIn', { admins, prefix: config.prefix ?? DEFAULT_PREFIX });
    const { embedOrigins = [] } = panel;
    const endpoints = [apiUrl, ...(signIn?.endpoints ?? [])];
    const host = new PanelHost(this, 'Host', { domain: panel.domain, embedOrigins, endpoints });
    const settings = signIn?.addClient(host.panelUrl);
    new PanelFiles(this, 'Files', {
      bucket: host.bucket,
      folders,
      settings: {
        apiUrl,
        ...(operatorCommand !== undefined && { operatorCommand }),
        ...(config.name !== 'local' && { operatorOptions: operatorOptions(config) }),
        ...(embedOrigins.length > 0 && { embedOrigins }),
        ...(config.delivery.settings && { delivery: config.delivery.settings }),
        retention: config.retention,
        ...(settings && { signIn: settings }),
      },
      logs: logSettings(config),
    });
    this.panelUrl = host.panelUrl;
    this.docsUrl = host.docsUrl;
    new CfnOutput(this, 'PanelHostName', {
      value: host.hostName,
      description: 'Where the DNS record of panel.domain points',
    });
    new CfnOutput(this, 'DocsUrl', { value: host.docsUrl, description: 'The documentation' });
    new CfnOutput(this, 'PanelUrl', { value: host.panelUrl, description: 'The admin panel' });
  }
}

/** The options of the command line that select the stage. */
const operatorOptions = ({ name, prefix }: StageConfig): string =>
  `--env ${name}${prefix === undefined ? '' : ` --prefix ${prefix}`}`;
