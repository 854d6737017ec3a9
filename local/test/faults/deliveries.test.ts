import { describe, expect, test } from '@jest/globals';
import fc from '../../../test/support/fast-check.ts';
import { inBatches } from '../../event-sources/deliveries.ts';
import type { StreamRecord } from '../../event-sources/records.ts';
import { createDecisions } from '../../faults/decisions.ts';
import { disturbedBatches } from '../../faults/faulty-deliveries.ts';

const record = (item: number, sequence: number): StreamRecord => ({
  sequenceNumber: String(sequence).padStart(3, '0'),
  createdAt: 0,
  json: { dynamodb: { Keys: { id: { S: `item-${item}` } } } },
});

const batchesOf = (seed: number, records: readonly StreamRecord[], size: number) =>
  disturbedBatches(createDecisions({ name: 'heavy', seed }), 'Mapping', records, size);

const anyRecords = fc
  .array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 })
  .map((items) => items.map((item, index) => record(item, index)));

describe('stream records with injected faults', () => {
  test('are all delivered, in batches of at most the size of the mapping', () => {
    fc.assert(
      fc.property(fc.nat(), anyRecords, fc.integer({ min: 1, max: 7 }), (seed, records, size) => {
        const batches = batchesOf(seed, records, size);
        expect(new Set(batches.flat())).toEqual(new Set(records));
        for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(size);
      }),
    );
  });

  test('of one item keep their order, and so do those of one batch', () => {
    fc.assert(
      fc.property(fc.nat(), anyRecords, (seed, records) => {
        const batches = batchesOf(seed, records, 4).map((batch) => batch.map(({ sequenceNumber }) => sequenceNumber));
        for (const batch of batches) expect(batch).toEqual([...batch].sort());
        const firstDeliveries = [...new Set(batchesOf(seed, records, 4).flat())];
        for (const ofItem of Map.groupBy(firstDeliveries, ({ json }) => JSON.stringify(json)).values()) {
          const numbers = ofItem.map(({ sequenceNumber }) => sequenceNumber);
          expect(numbers).toEqual([...numbers].sort());
        }
      }),
    );
  });

  test('come twice, in smaller batches, and in another order', () => {
    const records = Array.from({ length: 12 }, (_, index) => record(index % 6, index));
    const plain = inBatches(records, 4);
    const seen = { twice: false, smaller: false, otherOrder: false };
    for (let seed = 0; seed < 50; seed += 1) {
      const batches = batchesOf(seed, records, 4);
      seen.twice ||= batches.flat().length > records.length;
      seen.smaller ||= new Set(batches).size > plain.length;
      seen.otherOrder ||= batches[0]?.[0] !== records[0];
    }
    expect(seen).toEqual({ twice: true, smaller: true, otherOrder: true });
  });
});
