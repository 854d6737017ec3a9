/**
 * Copies items back from a table that was restored to a point in time (docs/runbook.md, "Restoring a table"). Items are
 * copied as DynamoDB stores them, page after page, in memory for one page. To run it again changes nothing: items that
 * are the same are not written.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DescribeTableCommand,
  GetItemCommand,
  PutItemCommand,
  ResourceNotFoundException,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { hasImageExpired } from '../../contract/expiry.ts';
import type { NetworkId } from '../../contract/ids.ts';
import type { Connection } from '../connection.ts';
import { InterruptedError, OperatorError } from '../errors.ts';
import { shellWord } from '../output.ts';

type Item = Record<string, AttributeValue>;

/** One of so many parts of a table, from 1 up. */
interface Segment {
  readonly number: number;
  readonly of: number;
}

interface RestoreOptions {
  /** The tables' names. They have the same keys. */
  readonly from: string;
  readonly to: string;
  /** Only items of this network; of all networks without it. */
  readonly networkId?: NetworkId;
  /** Whether items that exist and differ are replaced; else they are newer, and stay. */
  readonly overwrite: boolean;
  /** Writes nothing, and counts what would be written. */
  readonly dryRun: boolean;
  /** The most items a second that are read. */
  readonly rate: number;
  /** The part of the table that is read, so that several runs at once can share it; all of it without one. */
  readonly segment?: Segment;
  /** The key after which to resume, as the error of a run that was stopped has it. */
  readonly after?: Item;
  readonly signal: AbortSignal;
  /** Called from time to time with the items that were read. */
  readonly onProgress: (read: number) => void;
}

/** `kept`: it exists and differs. `expired`: its time is over. `elsewhere`: it is not known to be of the network. */
type Outcome = 'copied' | 'overwritten' | 'kept' | 'same' | 'expired' | 'elsewhere';

/** What became of the items: `read` is the sum of the others. */
type RestoreCounts = Record<'read' | Outcome, number>;

const ITEMS_PER_PAGE = 100;
const PAGES_PER_REPORT = 50;

/**
 * Throws OperatorError for tables that don't fit, and if it is stopped; after the first page InterruptedError with any
 * other error. Both say how to resume.
 */
export async function restoreItems({ client }: Connection, options: RestoreOptions): Promise<RestoreCounts> {
  const { from, to, rate, segment, signal, onProgress } = options;
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Scan.html#Scan.ParallelScan
  const part = segment && { Segment: segment.number - 1, TotalSegments: segment.of };
  const keys = await keysOf(client, to);
  if (from === to || !isDeepStrictEqual(await keysOf(client, from), keys))
    throw new OperatorError(`${from} is not a copy of ${to}.`, 'Name two tables with the same keys.');
  const counts: RestoreCounts = { read: 0, copied: 0, overwritten: 0, kept: 0, same: 0, expired: 0, elsewhere: 0 };
  let after = options.after;
  try {
    for (let page = 1; ; page += 1) {
      const started = performance.now();
      const { Items = [], LastEvaluatedKey } = await client.send(
        new ScanCommand({
          TableName: from,
          Limit: ITEMS_PER_PAGE,
          ConsistentRead: true,
          ExclusiveStartKey: after,
          ...part,
        }),
      );
      const done = await Promise.all(Items.map((item) => restoreItem(client, item, keys, options)));
      counts.read += done.length;
      for (const outcome of done) counts[outcome] += 1;
      if (LastEvaluatedKey === undefined) return counts;
      after = LastEvaluatedKey;
      if (page % PAGES_PER_REPORT === 0) onProgress(counts.read);
      const pause = Math.max(0, (done.length * 1_000) / rate - (performance.now() - started));
      await sleep(pause, undefined, { signal });
    }
  } catch (cause) {
    const hint =
      after === undefined
        ? 'Run the same command again.'
        : `Resume with the same command and --after ${shellWord(JSON.stringify(after))}`;
    if (signal.aborted) throw new OperatorError(`Stopped after ${counts.read} items.`, hint);
    throw after === undefined ? cause : new InterruptedError(hint, { cause });
  }
}

async function restoreItem(
  client: Connection['client'],
  item: Item,
  keys: readonly string[],
  { to: TableName, networkId, overwrite, dryRun }: RestoreOptions,
): Promise<Outcome> {
  if (networkId !== undefined && networkOf(item, keys) !== networkId) return 'elsewhere';
  if (hasImageExpired(item)) return 'expired';
  const Key = Object.fromEntries(Object.entries(item).filter(([name]) => keys.includes(name)));
  const { Item: present } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  if (present !== undefined) {
    if (isDeepStrictEqual(present, item)) return 'same';
    if (!overwrite) return 'kept';
    if (!dryRun) await client.send(new PutItemCommand({ TableName, Item: item }));
    return 'overwritten';
  }
  if (dryRun) return 'copied';
  const put = new PutItemCommand({
    TableName,
    Item: item,
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': keys[0] ?? '' },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await client.send(put);
    return 'copied';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The SDK repeats a write whose response was lost, and which then fails because of itself.
    return isDeepStrictEqual(error.Item, item) ? 'copied' : 'kept';
  }
}

/** Returns the network of an item: its attribute, or else the part of its partition key before `_` or `#`. */
function networkOf(item: Item, [partition = '']: readonly string[]): string | undefined {
  const [named, inKey] = [item['networkId']?.S, item[partition]?.S];
  return (named ?? (partition.startsWith('net') ? inKey : undefined))?.split(/[_#]/)[0];
}

/** Returns the names of a table's keys, the partition key first. Throws OperatorError if there is no such table. */
async function keysOf(client: Connection['client'], TableName: string): Promise<readonly string[]> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    return (Table?.KeySchema ?? []).flatMap(({ AttributeName }) => AttributeName ?? []);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    throw new OperatorError(`There is no table ${TableName}.`, 'List them: aws dynamodb list-tables');
  }
}
