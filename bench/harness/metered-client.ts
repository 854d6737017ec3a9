/** What DynamoDB itself says that a piece of work costs: capacity units, added up (`ReturnConsumedCapacity`). */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';

/** Capacity units: a read unit is 4 KB read consistently, or 8 KB eventually; a write unit is 1 KB. */
export interface Units {
  readonly read: number;
  readonly write: number;
}

/** Measures work that goes through the metered client, one piece at a time. */
export type Meter = (work: () => Promise<unknown>) => Promise<Units>;

const READS = /^(Get|BatchGet|Query|Scan|TransactGet)/;

/** Has the client ask what each of its commands consumes. */
export function metered(client: DynamoDBDocumentClient): Meter {
  let [read, write] = [0, 0];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const units = unitsOf(answer.output);
        if (READS.test(commandName)) read += units;
        else write += units;
        return answer;
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
const Answer = v.object({ ConsumedCapacity: v.union([Consumed, v.array(Consumed)]) });

/** Throws a ValiError where DynamoDB did not say. */
function unitsOf(output: unknown): number {
  const { ConsumedCapacity } = v.parse(Answer, output);
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
}
