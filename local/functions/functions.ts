/** Every function of the template, each with its pool of workers. */
import type { Assembly } from '../template/assembly.ts';
import type { Inventory } from '../template/inventory.ts';
import { defineFunction, type Endpoints } from './function-definition.ts';
import { openFunctionLog } from './function-log.ts';
import { FunctionPool, type FunctionPoolOptions } from './function-pool.ts';

export interface Functions {
  readonly pools: readonly FunctionPool[];
  /** The function that a name, an ARN or a URI around an ARN refers to. */
  find(reference: string): FunctionPool | undefined;
  /** Loads every function once, two at a time. */
  prewarm(): Promise<void>;
  stop(): Promise<void>;
}

export interface FunctionsOptions {
  readonly inventory: Inventory;
  readonly assembly: Assembly;
  readonly endpoints: Endpoints;
  readonly logs: string;
  readonly compileCache: string;
  readonly onTrouble: FunctionPoolOptions['onTrouble'];
}

/** Workers of a function that reserves no concurrency: enough for one machine's two to sixteen cores. */
const USUAL_CONCURRENCY = 10;

export function createFunctions(options: FunctionsOptions): Functions {
  const { inventory, assembly, endpoints, logs, compileCache, onTrouble } = options;
  const pools = inventory.resources['AWS::Lambda::Function'].map((resource) => {
    const definition = defineFunction(resource, assembly, endpoints);
    const log = openFunctionLog(logs, definition.title);
    const concurrency = definition.reservedConcurrency ?? concurrencyOfReaders(inventory, definition.name);
    return new FunctionPool({ definition, log, compileCache, concurrency, onTrouble });
  });
  return {
    pools,
    find(reference) {
      const name = /:function:([\w-]+)/.exec(reference)?.[1] ?? reference;
      return pools.find(({ definition }) => definition.name === name);
    },
    async prewarm() {
      const queue = [...pools];
      const one = async (): Promise<void> => {
        for (let pool = queue.shift(); pool !== undefined; pool = queue.shift()) await pool.prewarm();
      };
      await Promise.all([one(), one()]);
    },
    async stop() {
      await Promise.all(pools.map((pool) => pool.stop()));
    },
  };
}

/** A queue's mapping may ask for more batches at a time than usual. */
function concurrencyOfReaders(inventory: Inventory, name: string): number {
  const wanted = inventory.resources['AWS::Lambda::EventSourceMapping']
    .filter(({ properties }) => properties.FunctionName === name)
    .map(({ properties }) => properties.ScalingConfig?.MaximumConcurrency ?? 0);
  return Math.max(USUAL_CONCURRENCY, ...wanted);
}
