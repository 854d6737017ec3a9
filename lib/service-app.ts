/** The stacks of one stage, and the rules that they must pass. */
import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { StageConfig } from './config.ts';
import type { HandlerCode } from './constructs/service-function.ts';
import { DataStack } from './stacks/data.ts';
import { ServiceStack } from './stacks/service.ts';
import { stageTags } from './stacks/stage-stack.ts';

/** Adds a stage to the app. A finding of cdk-nag without an acknowledged reason fails the synth. */
export function addStage(app: App, config: StageConfig, code: HandlerCode): { data: DataStack; service: ServiceStack } {
  const data = new DataStack(app, `sps-${config.name}-data`, { config });
  const service = new ServiceStack(app, `sps-${config.name}-service`, { config, tables: data.tables, code });
  for (const [name, value] of Object.entries(stageTags(config))) Tags.of(app).add(name, value);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { data, service };
}
