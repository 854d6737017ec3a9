import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { createRequestSender } from '../../lambdas/delivery/outbound/send-request.ts';
import { eventually } from '../../testing/eventually.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { receiversOfTests } from './receivers-of-tests.ts';

const networkId = v.parse(NetworkId, 'demo');
const use = receiversOfTests();

test('at most 256 idle connections stay open, whatever the number of origins', async () => {
  const { url, connections, openConnections } = await use(startReceiver());
  const sender = createRequestSender({ allowHttp: true, allowedRanges: ['loopback'] });
  const origins = Array.from({ length: 300 }, (_, index) => url.replace('127.0.0.1', `o${index}.localhost`));
  const outcomes = await Promise.all(
    origins.map((origin) =>
      sender.send({ networkId, budgetMilliseconds: 10_000, url: origin, body: '{}', headers: {} }),
    ),
  );
  expect(new Set(outcomes.map((outcome) => outcome.class))).toEqual(new Set(['delivered']));
  expect(connections()).toBe(300);
  await eventually(() => expect(openConnections()).toBe(256));
  sender.close();
  await eventually(() => expect(openConnections()).toBe(0));
});
