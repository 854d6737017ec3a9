import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { processMetrics } from '../../lambdas/shared/metrics.ts';
import { eachRecord as eachRecordOf, PermanentError, type SetAside, wholeBatch } from '../../lambdas/shared/stream.ts';

const batchOf = (...sequenceNumbers: readonly string[]) => ({
  Records: sequenceNumbers.map((SequenceNumber) => ({ dynamodb: { SequenceNumber } })),
});

const setAside = jest.fn<SetAside>();
const eachRecord = (handle: Parameters<typeof eachRecordOf>[0]) => eachRecordOf(handle, setAside);

const named = (name: string) => Object.assign(new Error('of AWS'), { name });

describe('a batch of stream records', () => {
  beforeEach(() => {
    setAside.mockReset().mockResolvedValue();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

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

  test('counts as failed where every record did, also where all are set aside', async () => {
    const count = jest.spyOn(processMetrics, 'add');
    const written: unknown[] = [];
    jest.spyOn(processMetrics, 'flush').mockImplementation(() => void written.push(...count.mock.calls.splice(0)));
    jest.spyOn(console, 'error').mockReturnValue();
    for (const error of [new Error('of AWS'), new PermanentError('full')]) {
      const handler = eachRecord(async ({ dynamodb }) => {
        if (dynamodb?.SequenceNumber !== 'good') throw error;
      });
      await handler(batchOf('good', 'bad'));
      await handler(batchOf());
      expect(written.splice(0)).toEqual([]);
      await handler(batchOf('1', '2'));
      expect(written.splice(0)).toEqual([['BatchesFailed', 1]]);
    }
  });

  test('has only its new items handled, even if the mapping does not filter', async () => {
    const handled: string[] = [];
    const handler = eachRecord(async ({ eventName }) => void handled.push(eventName ?? 'none'));
    const Records = (['INSERT', 'MODIFY', 'REMOVE'] as const).map((eventName) => ({ eventName }));
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    expect(handled).toEqual(['INSERT']);
  });

  test.each([
    ['a malformed field', () => v.parse(v.object({ body: v.string() }), { body: 7 }), 'ValiError: body is malformed'],
    ['a malformed record', () => v.parse(v.string(), 7), 'ValiError: it is malformed'],
    ['a malformed time', () => new Date('x').toISOString(), 'RangeError: Invalid time value'],
    ['what DynamoDB refuses', () => reject(named('ValidationException')), 'ValidationException: of AWS'],
    ['what can’t be stored', () => reject(new PermanentError('full')), 'Error: full'],
  ])(
    'has %s set aside, with the reason in the on-failure queue and in the log, and is not repeated',
    async (_, fail, reason) => {
      const log = jest.spyOn(console, 'error').mockReturnValue();
      const key = { id: { S: 'bad' } };
      const bad = { dynamodb: { SequenceNumber: '1', Keys: key } };
      const handler = eachRecord(async (record) => void (record === bad && fail()));
      expect(await handler({ Records: [bad, ...batchOf('2').Records] })).toEqual({ batchItemFailures: [] });
      expect(log).toHaveBeenCalledTimes(1);
      expect(log).toHaveBeenCalledWith(expect.objectContaining({ name: 'record-set-aside', key, reason }));
      expect(setAside.mock.calls).toEqual([[bad, reason]]);
    },
  );

  test('is repeated from a record that could not be set aside', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    setAside.mockRejectedValue(named('ThrottlingException'));
    const handler = eachRecord(async () => reject(new PermanentError('full')));
    expect(await handler(batchOf('1'))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });

  test('of a redrive reports every record that failed with the reason, and sets none aside', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const errors = [undefined, new PermanentError('full'), named('ThrottlingException')];
    const handler = eachRecord(async ({ dynamodb }) => {
      const error = errors[Number(dynamodb?.SequenceNumber)];
      if (error !== undefined) throw error;
    });
    const batchItemFailures = [
      { itemIdentifier: '1', reason: 'Error: full' },
      { itemIdentifier: '2', reason: 'ThrottlingException: of AWS' },
    ];
    const redrive = { ...batchOf('0', '1', '2'), redrive: true };
    expect(await handler(redrive)).toEqual({ batchItemFailures });
    expect(await handler(redrive)).toEqual({ batchItemFailures });
    expect(setAside).not.toHaveBeenCalled();
  });

  test.each(['ProvisionedThroughputExceededException', 'TimeoutError', 'AccessDeniedException'])(
    'is repeated from a record that failed with %s',
    async (name) => {
      const handler = eachRecord(
        async ({ dynamodb }) => void (dynamodb?.SequenceNumber === '2' && reject(named(name))),
      );
      expect(await handler(batchOf('1', '2'))).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    },
  );

  test('is repeated without the records that were handled, until none fails', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const handled: string[] = [];
    let throttled = true;
    const handler = eachRecord(async ({ dynamodb }) => {
      if (dynamodb?.SequenceNumber === '2' && throttled) throw named('ThrottlingException');
      handled.push(`${dynamodb?.SequenceNumber}`);
    });
    for (const batch of [batchOf('1', '2', '3'), batchOf('2', '3', '4')]) {
      expect(await handler(batch)).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    }
    throttled = false;
    expect(await handler(batchOf('2', '3', '4'))).toEqual({ batchItemFailures: [] });
    expect(handled).toEqual(['1', '3', '4', '2']);
    await handler(batchOf('2'));
    // Another shard may have the same number.
    await handler({ Records: [{ eventID: 'of another shard', dynamodb: { SequenceNumber: '3' } }] });
    expect(handled).toEqual(['1', '3', '4', '2', '2', '3']);
  });

  test('is repeated as a whole if a record that failed has no sequence number', async () => {
    const handler = wholeBatch(async (records) => records.map(() => ({ reason: new Error('throttled') })), setAside);
    expect(await handler({ Records: [{}] })).toEqual({ batchItemFailures: [{ itemIdentifier: '' }] });
  });
});

function reject(error: Error): never {
  throw error;
}
