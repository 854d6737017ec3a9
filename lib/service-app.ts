/** The stacks of one stage. */
import { type App, Tags } from 'aws-cdk-lib';
import type { StageConfig } from './config.ts';
import type { SiteFolders } from './constructs/panel-files.ts';
import type { HandlerCode } from './constructs/service-function.ts';
import { DataStack } from './stacks/data.ts';
import { PanelStack } from './stacks/panel.ts';
import { ServiceStack } from './stacks/service.ts';
import { stageTags } from './stacks/stage-stack.ts';
import { refuseUnfitStage } from './stage-checks.ts';

/** The stacks of a stage; some stages have no panel. */
export interface Stage {
  readonly data: DataStack;
  readonly service: ServiceStack;
  readonly panel?: PanelStack;
}

/** What a stage deploys besides its configuration. */
interface StageSources {
  readonly code: HandlerCode;
  readonly siteFolders: SiteFolders;
}

/** Adds a stage to the app. Throws where its numbers do not fit together. */
export function addStage(app: App, config: StageConfig, { code, siteFolders }: StageSources): Stage {
  refuseUnfitStage(config);
  const data = new DataStack(app, `sps-${config.name}-data`, { config });
  const { tables, adminPool } = data;
  const service = new ServiceStack(app, `sps-${config.name}-service`, {
    config,
    tables,
    adminIssuer: adminPool?.issuer,
    code,
  });
  const panel = config.panel.enabled
    ? new PanelStack(app, `sps-${config.name}-panel`, {
        config,
        panel: config.panel,
        apiUrl: service.apiUrl,
        admins: adminPool,
        folders: siteFolders,
      })
    : undefined;
  // cfn-lint does not know tags of dashboards, and nobody needs them.
  const excludeResourceTypes = ['AWS::CloudWatch::Dashboard'];
  for (const [name, value] of Object.entries(stageTags(config))) {
    Tags.of(app).add(name, value, { excludeResourceTypes });
  }
  return { data, service, ...(panel && { panel }) };
}
