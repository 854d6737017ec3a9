/** Event source mappings: from a queue or stream of the template to one of its functions, with a filter. */
import type { FunctionPool } from '../functions/function-pool.ts';
import type { FindFunction } from '../functions/functions.ts';
import type { Inventory } from '../template/inventory.ts';
import { isList, isObject, type Json, type JsonList } from '../template/json.ts';
import { queueArn, streamArn } from '../template/names.ts';
import { StartProblem } from '../template/problem.ts';

/** When a batch of a stream is given up. */
export interface RetryRules {
  readonly maximumRetries: number;
  readonly maximumAgeSeconds: number;
}

interface Mapping {
  readonly logicalId: string;
  readonly pool: FunctionPool;
  readonly batchSize: number;
  readonly eventSourceArn: string;
}

export interface StreamMapping extends Mapping {
  readonly table: string;
  readonly filter: Filter;
  readonly rules: RetryRules;
  /** The name of the on-failure queue. */
  readonly onFailure: string;
}

export interface QueueMapping extends Mapping {
  readonly queue: string;
  /** The name of its dead-letter queue. */
  readonly deadLetters: string | undefined;
  /** The most batches at one time. */
  readonly concurrency: number;
}

export interface Mappings {
  readonly streams: readonly StreamMapping[];
  readonly queues: readonly QueueMapping[];
}

/** DynamoDB allows two readers for each shard. */
const READERS_OF_A_STREAM = 2;
/** Seconds; SQS's default. */
const VISIBILITY_TIMEOUT = 30;

/** Reads the mappings. Throws a `StartProblem` if a source, function or destination isn't in the template. */
export function readMappings(inventory: Inventory, findFunction: FindFunction): Mappings {
  const queues = new Map(inventory.of('AWS::SQS::Queue').map((queue) => [queueArn(queue.name), queue]));
  const tables = new Map(
    inventory
      .of('AWS::DynamoDB::GlobalTable')
      .filter(({ properties }) => properties.StreamSpecification !== undefined)
      .map(({ name }) => [streamArn(name), name]),
  );
  const find = <T>(among: ReadonlyMap<string, T>, arn: string, path: string): T => {
    const found = among.get(arn);
    if (found === undefined) throw new StartProblem(`${path}: ${arn} is not a queue or stream of the template.`);
    return found;
  };
  const mappings: { streams: StreamMapping[]; queues: QueueMapping[] } = { streams: [], queues: [] };
  for (const { logicalId, path, properties } of inventory.of('AWS::Lambda::EventSourceMapping')) {
    const pool = findFunction(properties.FunctionName, path);
    const { EventSourceArn: eventSourceArn, BatchSize: batchSize } = properties;
    const common = { logicalId, pool, eventSourceArn, batchSize };
    if (properties.StartingPosition !== undefined) {
      mappings.streams.push({
        ...common,
        table: find(tables, eventSourceArn, path),
        filter: compileFilter(properties.FilterCriteria.Filters[0].Pattern, path),
        rules: {
          maximumRetries: properties.MaximumRetryAttempts,
          maximumAgeSeconds: properties.MaximumRecordAgeInSeconds,
        },
        onFailure: find(queues, properties.DestinationConfig.OnFailure.Destination, path).name,
      });
    } else {
      const queue = find(queues, eventSourceArn, path);
      if ((queue.properties.VisibilityTimeout ?? VISIBILITY_TIMEOUT) < pool.definition.timeoutSeconds) {
        throw new StartProblem(`${path}: the queue's visibility timeout is shorter than the function's time-out.`);
      }
      const deadLetters = queue.properties.RedrivePolicy?.deadLetterTargetArn;
      mappings.queues.push({
        ...common,
        queue: queue.name,
        deadLetters: deadLetters && find(queues, deadLetters, path).name,
        concurrency: properties.ScalingConfig.MaximumConcurrency,
      });
    }
  }
  refuseThirdReaders(mappings.streams);
  return mappings;
}

function refuseThirdReaders(streams: readonly StreamMapping[]): void {
  for (const [table, readers] of Map.groupBy(streams, ({ table }) => table)) {
    if (readers.length <= READERS_OF_A_STREAM) continue;
    throw new StartProblem(
      `The stream of ${table} has ${readers.length} readers; DynamoDB allows ${READERS_OF_A_STREAM}.`,
    );
  }
}

/** Whether a record passes. */
export type Filter = (record: Json) => boolean;

/** The filter of a pattern (JSON text). Throws a `StartProblem` that names `path` for other rules of EventBridge, such as `prefix`. */
export function compileFilter(pattern: string, path: string): Filter {
  const unknownRule = (rule: Json): StartProblem =>
    new StartProblem(`${path}: the local cloud does not know the filter rule ${JSON.stringify(rule)}.`);

  function compileObject(pattern: Json): Filter {
    if (!isObject(pattern)) throw unknownRule(pattern);
    const members = Object.entries(pattern).map(([key, rule]): Filter => {
      const accepts = isList(rule) ? compileList(rule) : compileObject(rule);
      return (record) => accepts(isObject(record) && Object.hasOwn(record, key) ? (record[key] ?? null) : null);
    });
    return (record) => members.every((accepts) => accepts(record));
  }

  function compileList(accepted: JsonList): Filter {
    if (accepted.length === 0 || accepted.some((value) => typeof value !== 'string')) throw unknownRule(accepted);
    return (value) => accepted.includes(value);
  }

  return compileObject(JSON.parse(pattern));
}
