/** The capacity units that a piece of work consumes, as DynamoDB itself reports them (`ReturnConsumedCapacity`). */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';

/** Capacity units: a read unit is 4 KB read consistently, or 8 KB eventually; a write unit is 1 KB. */
export interface Units {
  readonly read: number;
  readonly write: number;
}

/** One operation whose cost is measured. It must not consume units of the other kind. */
export interface Cost {
  readonly name: string;
  readonly unit: 'read units' | 'write units';
  /** The least that DynamoDB could charge for it. */
  readonly least: number;
  readonly run: () => Promise<unknown>;
  /** The figure is divided by this, such as the deliveries of a batch. */
  readonly per: number;
}

const cost =
  (unit: Cost['unit']) =>
  (name: string, least: number, run: Cost['run'], per = 1): Cost => ({ name, unit, least, run, per });
export const [reads, writes] = [cost('read units'), cost('write units')];

/** Measures work that goes through the metered client, one piece at a time. */
export type Meter = (work: () => Promise<unknown>) => Promise<Units>;

const READS = /^(Get|BatchGet|Query|Scan|TransactGet)/;

/** Makes the client ask DynamoDB for the consumed capacity of each command. */
export function metered(client: DynamoDBDocumentClient): Meter {
  let [read, write] = [0, 0];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const units = unitsOf(result.output);
        if (READS.test(commandName)) read += units;
        else write += units;
        return result;
      },
    { step: 'initialize', priority: 'low' },
  );
  return async (work) => {
    [read, write] = [0, 0];
    await work();
    return { read, write };
  };
}

const Consumed = v.object({ CapacityUnits: v.number() });
/** Of one table, or of each table of a batch. */
const Output = v.object({ ConsumedCapacity: v.union([Consumed, v.array(Consumed)]) });

/** Throws a ValiError if DynamoDB did not report it. */
function unitsOf(output: unknown): number {
  const { ConsumedCapacity } = v.parse(Output, output);
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
}
