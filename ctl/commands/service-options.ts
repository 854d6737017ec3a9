/** The options that every command takes: which service it works on, and the form of its result. */
import { type Command, Option } from 'commander';
import * as v from 'valibot';
import type { Connection } from '../connection.ts';
import { UsageError } from '../operator-error.ts';

const ServiceOptions = v.object({
  data: v.string(),
  env: v.optional(v.string()),
  json: v.optional(v.boolean(), false),
});

/** Which service, and the form of the result. */
export type ServiceOptions = v.InferOutput<typeof ServiceOptions>;

/** Adds them to the whole program: they may stand before or after a command. */
export function addServiceOptions(program: Command): void {
  program
    .addOption(new Option('--data <folder>', 'the local cloud that runs on this data folder').default('.local'))
    .addOption(new Option('--env <stage>', 'a deployed stage, such as dev').conflicts('data'))
    .option('--json', 'print the result as JSON');
}

/** What was given, or else the defaults. */
export const serviceOptions = (command: Command): ServiceOptions => v.parse(ServiceOptions, command.optsWithGlobals());

/** Connects to the service that the options name. Loads no more than that takes. Throws OperatorError and UsageError. */
export async function openService({ data, env }: ServiceOptions): Promise<Connection> {
  if (env === undefined) {
    const { openLocalCloud } = await import('../local-cloud.ts');
    return openLocalCloud(data);
  }
  const { openDeployedStage } = await deployedStage(env);
  return openDeployedStage(env);
}

/** Where the panel of that service is: a URL with a slash at its end. Throws OperatorError and UsageError. */
export async function findPanelUrl({ data, env }: ServiceOptions): Promise<string> {
  if (env === undefined) {
    const { findLocalPanel } = await import('../local-cloud.ts');
    return findLocalPanel(data);
  }
  const { findDeployedPanel } = await deployedStage(env);
  return findDeployedPanel(env);
}

/** The module for deployed stages, once the name can be one's. */
async function deployedStage(env: string) {
  if (env === 'local') {
    throw new UsageError('The stage local is what npm start hosts: name its folder with --data, or leave --env out.');
  }
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(env)) {
    throw new UsageError(`--env must be the name of a deployed stage, such as dev, not ${JSON.stringify(env)}.`);
  }
  return import('../deployed-stage.ts');
}
