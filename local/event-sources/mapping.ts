/** Event source mappings in the local cloud's words: from a queue or stream of the template to one of its functions. */
import type { FunctionPool } from '../functions/function-pool.ts';
import { type Inventory, queueArn, type Resource, streamArn } from '../template/inventory.ts';
import { messageOf, StartProblem } from '../template/problem.ts';
import { compileFilter, type Filter } from './filter.ts';
import type { RetryRules } from './stream-batch.ts';

interface Mapping {
  readonly logicalId: string;
  readonly pool: FunctionPool;
  readonly filter: Filter;
  readonly filtersAnything: boolean;
  readonly batchSize: number;
  readonly windowMs: number;
  readonly eventSourceArn: string;
}

export interface StreamMapping extends Mapping {
  readonly table: string;
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST';
  readonly rules: RetryRules;
  /** The name of the on-failure queue. */
  readonly onFailure: string | undefined;
}

export interface QueueMapping extends Mapping {
  readonly queue: string;
  readonly reportsFailures: boolean;
  /** The most batches under way at one time. */
  readonly concurrency: number;
}

export interface Mappings {
  readonly streams: readonly StreamMapping[];
  readonly queues: readonly QueueMapping[];
}

/** Lambda polls a queue with five readers unless it is told otherwise. */
const QUEUE_READERS = 5;
/** DynamoDB lets two readers read a shard. */
const READERS_OF_A_STREAM = 2;

/** Reads the mappings. Throws a `StartProblem` where a source, function or destination isn't in the template. */
export function readMappings(
  inventory: Inventory,
  findFunction: (reference: string) => FunctionPool | undefined,
): Mappings {
  const queues = new Map(inventory.resources['AWS::SQS::Queue'].map((queue) => [queueArn(queue.name), queue]));
  const tables = [...inventory.resources['AWS::DynamoDB::Table'], ...inventory.resources['AWS::DynamoDB::GlobalTable']];
  const streams = new Map(
    tables
      .filter(({ properties }) => properties.StreamSpecification !== undefined)
      .map((table) => [streamArn(table.name), table]),
  );
  const found: { streams: StreamMapping[]; queues: QueueMapping[] } = { streams: [], queues: [] };
  for (const resource of inventory.resources['AWS::Lambda::EventSourceMapping']) {
    const { properties, path } = resource;
    if (!properties.Enabled) continue;
    const pool = findFunction(properties.FunctionName);
    if (pool === undefined)
      throw new StartProblem(`${path}: ${properties.FunctionName} is no function of the template.`);
    const common = commonOf(resource, pool);
    const table = streams.get(properties.EventSourceArn);
    const queue = queues.get(properties.EventSourceArn);
    if (table !== undefined) {
      const destination = properties.DestinationConfig?.OnFailure?.Destination;
      const onFailure = destination === undefined ? undefined : queues.get(destination)?.name;
      if (destination !== undefined && onFailure === undefined) {
        throw new StartProblem(`${path}: the on-failure destination ${destination} is no queue of the template.`);
      }
      found.streams.push({ ...common, ...streamSettings(resource), table: table.name, onFailure });
    } else if (queue !== undefined) {
      const visibility = queue.properties.VisibilityTimeout ?? 30;
      if (visibility < pool.definition.timeoutSeconds) {
        throw new StartProblem(`${path}: the queue's visibility timeout is shorter than the function's time-out.`);
      }
      found.queues.push({
        ...common,
        batchSize: properties.BatchSize ?? 10,
        queue: queue.name,
        reportsFailures: properties.FunctionResponseTypes.length > 0,
        concurrency: properties.ScalingConfig?.MaximumConcurrency ?? QUEUE_READERS,
      });
    } else {
      throw new StartProblem(`${path}: ${properties.EventSourceArn} is no queue or stream of the template.`);
    }
  }
  refuseThirdReaders(found.streams);
  return found;
}

type MappingResource = Resource<'AWS::Lambda::EventSourceMapping'>;

function commonOf({ logicalId, path, properties }: MappingResource, pool: FunctionPool): Mapping {
  const patterns = (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) => Pattern);
  try {
    return {
      logicalId,
      pool,
      filter: compileFilter(patterns),
      filtersAnything: patterns.length > 0,
      batchSize: properties.BatchSize ?? 100,
      windowMs: properties.MaximumBatchingWindowInSeconds * 1_000,
      eventSourceArn: properties.EventSourceArn,
    };
  } catch (error) {
    throw new StartProblem(`${path}: ${messageOf(error)}`);
  }
}

function streamSettings({ properties, path }: MappingResource): Pick<StreamMapping, 'startingPosition' | 'rules'> {
  if (properties.StartingPosition === undefined) throw new StartProblem(`${path}: a stream needs a StartingPosition.`);
  return {
    startingPosition: properties.StartingPosition,
    rules: {
      maximumRetries: properties.MaximumRetryAttempts,
      maximumAgeSeconds: properties.MaximumRecordAgeInSeconds,
      bisect: properties.BisectBatchOnFunctionError,
      reportsFailures: properties.FunctionResponseTypes.length > 0,
    },
  };
}

function refuseThirdReaders(streams: readonly StreamMapping[]): void {
  for (const { table } of streams) {
    const readers = streams.filter((mapping) => mapping.table === table).length;
    if (readers > READERS_OF_A_STREAM) {
      throw new StartProblem(`The stream of ${table} has ${readers} readers; DynamoDB allows ${READERS_OF_A_STREAM}.`);
    }
  }
}
