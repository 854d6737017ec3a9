/** GET /source-addresses, whether the stage has any. */
import { expect, test } from '@jest/globals';
import { NO_SOURCE_ADDRESSES } from '../../contract/source-addresses.ts';
import { call, tested } from '../support/service.ts';

test('anyone gets the source addresses of the stage, or why it has none', async () => {
  const { status, body } = await call('GET', '/source-addresses');
  expect(status).toBe(200);
  const version = expect.stringMatching(/^[0-9a-f]{16}$/);
  const { SourceAddresses: addresses } = tested().outputs;
  expect(body).toEqual(
    addresses === undefined
      ? { addresses: [], version, message: NO_SOURCE_ADDRESSES }
      : {
          addresses: addresses
            .split(',')
            .sort()
            .map((address) => `${address}/32`),
          version,
          updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
  );
});
