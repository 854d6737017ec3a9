import { describe, expect, test } from '@jest/globals';
import { eachRecord } from '../../lambdas/shared/stream.ts';

const batchOf = (...sequenceNumbers: readonly string[]) => ({
  Records: sequenceNumbers.map((SequenceNumber) => ({ dynamodb: { SequenceNumber } })),
});

describe('a batch of stream records', () => {
  test('is handled to its end, and reports each record that failed', async () => {
    const handled: string[] = [];
    const handler = eachRecord(async ({ dynamodb }) => {
      const number = dynamodb?.SequenceNumber ?? '';
      if (number.startsWith('bad')) throw new Error(`${number} can't be handled`);
      handled.push(number);
    });
    expect(await handler(batchOf('1', 'bad-2', '3', 'bad-4', '5'))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'bad-2' }, { itemIdentifier: 'bad-4' }],
    });
    expect(handled).toEqual(['1', '3', '5']);
  });

  test('reports nothing where every record was handled', async () => {
    expect(await eachRecord(async () => {})(batchOf('1', '2'))).toEqual({ batchItemFailures: [] });
  });
});
