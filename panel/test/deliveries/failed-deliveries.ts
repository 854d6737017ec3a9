/** Deliveries that have failed, for tests of screens that send them again. */
import { expect } from '@jest/globals';
import { kept, numbered, post, type TestNetwork, webhookTo, wholeLog } from '../../../test/e2e/delivery-network.ts';
import { startReceiver } from '../../../test/support/receivers/http-receivers.ts';
import { eventually } from '../../../test/support/service.ts';

/** Waits until the log of a webhook has so many deliveries that a query finds. */
export const listed = (network: TestNetwork, webhookId: string, count: number, query = 'limit=100') =>
  eventually(async () => {
    const log = await wholeLog(network.admin, webhookId, query);
    expect(log).toHaveLength(count);
    return log;
  }, 20_000);

/**
 * So many failed deliveries to a webhook that is enabled again: 410 disables it, and so what waits fails at once. The
 * receiver responds with 200 then, until the test changes that.
 */
export async function failedDeliveries(
  network: TestNetwork,
  count: number,
  events: readonly object[] = numbered(count),
) {
  let status = 503;
  const receiver = await kept(startReceiver((response) => response.writeHead(status).end('{}')));
  const { webhookId } = await webhookTo(network.admin, receiver);
  await post(network.server, events);
  await listed(network, webhookId, count, 'state=retrying');
  status = 410;
  await network.admin('POST', `/webhooks/${webhookId}/retry-now`);
  await listed(network, webhookId, count, 'state=failed');
  status = 200;
  await network.admin('PATCH', `/webhooks/${webhookId}`, { enabled: true });
  return {
    webhookId,
    receiver,
    answerWith: (next: number) => {
      status = next;
    },
  };
}
