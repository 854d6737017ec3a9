/** Every function of the template, each with its pool of workers and its log. */
import { availableParallelism } from 'node:os';
import { openLog } from '../data-folder/log-file.ts';
import type { Permissions } from '../iam/function-permissions.ts';
import type { Assembly } from '../template/assembly.ts';
import type { Inventory, Resource } from '../template/inventory.ts';
import { StartProblem } from '../template/problem.ts';
import type { DirectAccess } from './direct-calls.ts';
import { defineFunction, type FunctionEndpoints } from './function-definition.ts';
import { type AroundInvocation, FunctionPool, type FunctionPoolOptions } from './function-pool.ts';

/**
 * The function with this name or ARN; a URI may contain the ARN. `path` is the resource that refers to it: the
 * `StartProblem` for a function that is not in the template names it.
 */
export type FindFunction = (reference: string, path: string) => FunctionPool;

export type Functions = ReturnType<typeof createFunctions>;

export interface FunctionsOptions {
  readonly inventory: Inventory;
  readonly assembly: Assembly;
  readonly endpoints: FunctionEndpoints;
  /** Absent with fault injection: then every call goes through the proxy. */
  readonly permissions?: Permissions | undefined;
  readonly logs: string;
  readonly compileCache: string;
  readonly onWarning: FunctionPoolOptions['onWarning'];
  readonly aroundInvocation?: AroundInvocation | undefined;
}

/**
 * The most workers of a function, unless the mapping of its queue asks for more. Further ones would not do more: they
 * share the processors, also with the database.
 */
const USUAL_CONCURRENCY = Math.min(10, Math.max(4, 2 * availableParallelism()));

export function createFunctions(options: FunctionsOptions) {
  const { inventory, assembly, endpoints, permissions, logs, compileCache, onWarning, aroundInvocation } = options;
  const mappings = inventory.of('AWS::Lambda::EventSourceMapping');
  const pools = inventory.of('AWS::Lambda::Function').map((resource) => {
    const definition = {
      ...defineFunction(resource, assembly, endpoints),
      direct: permissions && directAccess(resource.logicalId, endpoints, permissions),
    };
    const log = openLog(logs, definition.title);
    const concurrency = concurrencyOf(definition.name, mappings);
    return new FunctionPool({
      definition,
      log,
      compileCache,
      concurrency,
      onWarning,
      ...(aroundInvocation && { aroundInvocation }),
    });
  });
  return {
    pools,
    find(reference: string, path: string): FunctionPool {
      const name = /:function:([\w-]+)/.exec(reference)?.[1] ?? reference;
      const pool = pools.find(({ definition }) => definition.name === name);
      if (pool === undefined) throw new StartProblem(`${path}: ${reference} is not a function of the template.`);
      return pool;
    },
    async stop(): Promise<void> {
      await Promise.all(pools.map((pool) => pool.stop()));
    },
  };
}

function directAccess(
  logicalId: string,
  { emulators, proxy, credentials: { accessKeyId } }: FunctionEndpoints,
  { functions, partitionKeys }: Permissions,
): DirectAccess | undefined {
  const own = functions.get(logicalId);
  if (own === undefined) return undefined;
  const permissions = { functions: new Map([[logicalId, own]]), partitionKeys };
  return { logicalId, proxy, emulators, accessKeyId, permissions };
}

function concurrencyOf(name: string, mappings: readonly Resource<'AWS::Lambda::EventSourceMapping'>[]): number {
  const wanted = mappings.map(({ properties }) =>
    properties.FunctionName === name && 'ScalingConfig' in properties ? properties.ScalingConfig.MaximumConcurrency : 0,
  );
  return Math.max(USUAL_CONCURRENCY, ...wanted);
}
