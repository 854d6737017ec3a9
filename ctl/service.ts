/** The service that a command works on: a local cloud, or a deployed stage. */
import * as v from 'valibot';
import { DEFAULT_PREFIX } from '../contract/stages.ts';
import { type Connection, connectTo, type Service } from './connection.ts';
import { findLocalCloud } from './local-cloud.ts';
import type { RetryOptions } from './retry-strategy.ts';

/** The options of every command: which service it works on, and whether it prints JSON. */
export const ServiceOptions = v.object({
  /** The data folder of a local cloud. */
  data: v.string(),
  env: v.optional(v.string()),
  prefix: v.optional(v.string(), DEFAULT_PREFIX),
  json: v.optional(v.boolean(), false),
});
export type ServiceOptions = v.InferOutput<typeof ServiceOptions>;
/** Which service it works on. */
export type ServiceChoice =
  | Pick<ServiceOptions, 'data' | 'env' | 'prefix'>
  | { readonly data: string; readonly env?: undefined; readonly prefix?: undefined };

/** The stacks of a stage. A local cloud has the outputs of all of them. */
type StackName = 'data' | 'service' | 'panel';

/** Finds the service, with the outputs of these stacks. Throws OperatorError if it does not run. */
export async function findService(
  { data, env, prefix = DEFAULT_PREFIX }: ServiceChoice,
  ...stacks: readonly StackName[]
): Promise<Service> {
  if (env === undefined) return await findLocalCloud(data);
  // Slow to load.
  const { findDeployedStage } = await import('./deployed-stage.ts');
  return await findDeployedStage({ name: env, prefix }, stacks);
}

/** Connects to the tables, as `connectTo` does. Throws OperatorError. */
export const openService = async (choice: ServiceChoice, retry?: RetryOptions): Promise<Connection> =>
  connectTo(await findService(choice, 'data'), retry);
