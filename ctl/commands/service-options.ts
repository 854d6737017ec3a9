/** The options of every command: which service it works on, and whether it prints JSON. */
import { type Command, Option } from 'commander';
import * as v from 'valibot';
import type { Connection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import type { FailureConnection } from '../redrive/connection.ts';

const ServiceOptions = v.object({
  data: v.string(),
  env: v.optional(v.string()),
  json: v.optional(v.boolean(), false),
});

/** The values of these options. */
export type ServiceOptions = v.InferOutput<typeof ServiceOptions>;

/** Adds the options to the program; they may be before or after a command. */
export function addServiceOptions(program: Command): void {
  program
    .addOption(new Option('--data <folder>', 'the local cloud that runs on this data folder').default('.local'))
    .addOption(new Option('--env <stage>', 'a deployed stage, such as dev').conflicts('data'))
    .option('--json', 'print the result as JSON');
}

/** Returns the values that were given, or the defaults. */
export const serviceOptions = (command: Command): ServiceOptions => v.parse(ServiceOptions, command.optsWithGlobals());

/** Connects to the service that the options select. Throws OperatorError and UsageError. */
export async function openService({ data, env }: Pick<ServiceOptions, 'data' | 'env'>): Promise<Connection> {
  if (env === undefined) {
    const { openLocalCloud } = await import('../local-cloud.ts');
    return openLocalCloud(data);
  }
  const { openDeployedStage } = await deployedStageModule(env);
  return openDeployedStage(env);
}

/** Connects to the failed messages of that service. Throws OperatorError and UsageError. */
export async function openFailures({ data, env }: ServiceOptions): Promise<FailureConnection> {
  if (env === undefined) {
    const [{ findLocalCloud }, { connectToLocalFailures }] = await Promise.all([
      import('../local-cloud.ts'),
      import('../redrive/connection.ts'),
    ]);
    return connectToLocalFailures(await findLocalCloud(data));
  }
  const { openDeployedFailures } = await deployedStageModule(env);
  return openDeployedFailures(env);
}

/** Returns the URL of that service's panel, with a final slash. Throws OperatorError and UsageError. */
export async function findPanelUrl({ data, env }: ServiceOptions): Promise<string> {
  if (env === undefined) {
    const { findLocalPanel } = await import('../local-cloud.ts');
    return findLocalPanel(data);
  }
  const { findDeployedPanel } = await deployedStageModule(env);
  return findDeployedPanel(env);
}

/** Returns the base URL of that service's API. Throws OperatorError and UsageError. */
export async function findApiUrl({ data, env }: Pick<ServiceOptions, 'data' | 'env'>): Promise<string> {
  if (env === undefined) {
    const { findLocalApi } = await import('../local-cloud.ts');
    return findLocalApi(data);
  }
  const { findDeployedApi } = await deployedStageModule(env);
  return findDeployedApi(env);
}

/** Checks the name of a stage, then loads the module for deployed stages, which is slow to load. */
async function deployedStageModule(env: string) {
  if (env === 'local') {
    throw new UsageError(
      'The stage local is the one that npm start runs: select its folder with --data, or leave --env out.',
    );
  }
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(env)) {
    throw new UsageError(`--env must be the name of a deployed stage, such as dev, not ${JSON.stringify(env)}.`);
  }
  return import('../deployed-stage.ts');
}
