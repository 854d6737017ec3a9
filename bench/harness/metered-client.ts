/** The capacity units that a piece of work consumes, as DynamoDB itself reports them (`ReturnConsumedCapacity`). */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';

const READS = /^(Get|BatchGet|Query|Scan|TransactGet)/;

/**
 * Makes the client ask DynamoDB for the consumed capacity of each command. Returns what measures work that goes through
 * the client, one piece at a time. A read unit is 4 KB read consistently, or 8 KB eventually; a write unit is 1 KB.
 */
export function metered(client: DynamoDBDocumentClient) {
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
  return async (work: () => Promise<unknown>): Promise<{ readonly read: number; readonly write: number }> => {
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
