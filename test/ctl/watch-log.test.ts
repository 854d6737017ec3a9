import { expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { createClient } from '../../client/index.ts';
import { NetworkId } from '../../contract/ids.ts';
import { watchLog } from '../../ctl/listen/watch-log.ts';

const delivery = { webhookId: 'wh_1', deliveryId: 'd1', event: 'app.opened', createdAt: '2026-01-01T00:00:00.000Z' };

test('A delivery whose webhook is deleted meanwhile is shown without its data, and does not end the log', async () => {
  const end = new AbortController();
  const client = createClient({
    baseUrl: 'http://127.0.0.1',
    token: 'token',
    fetch: async (url) => {
      if (!url.includes('/d1')) return Response.json({ results: [{ ...delivery, class: 'delivered' }] });
      end.abort();
      return Response.json({ code: 400303, message: 'there is no such webhook' }, { status: 404 });
    },
  });
  const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await watchLog(client, { networkId: v.parse(NetworkId, 'acme'), events: ['*'], json: false }, end.signal);
  expect(`${printed.mock.calls}`).toMatch(/app\.opened {2}d1 {2}from the log of wh_1: delivered\n$/);
  printed.mockRestore();
});
