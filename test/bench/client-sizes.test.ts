import { expect, test } from '@jest/globals';
import { clientSize } from '../../bench/bundle.ts';

test('what receivers of webhooks need is less than 4.5 KiB, and 2 KiB compressed', async () => {
  const { bytes, compressedBytes } = await clientSize('webhooks/index.ts');
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(4.5 * 1024);
  expect(compressedBytes).toBeLessThan(2.25 * 1024);
});

test('what they need to reconcile is as little', async () => {
  const { bytes, compressedBytes } = await clientSize('webhooks/reconcile.ts');
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(4 * 1024);
  expect(compressedBytes).toBeLessThan(2 * 1024);
});
