/** Sends what has come to the queue of notices since the last call: one mail for each network (docs/spec/notices.md#e-mail). */
import type { NetworkId } from '../../contract/ids.ts';
import type { Metrics } from '../shared/metrics.ts';
import { type Mail, mailOf } from './mail.ts';
import type { noticeAddressesTable } from './notice-addresses-table.ts';
import type { NoticeQueue, ReceivedNotice } from './notice-queue.ts';

export interface MailTools {
  readonly queue: NoticeQueue;
  readonly addresses: Pick<ReturnType<typeof noticeAddressesTable>, 'read'>;
  /** Sends one mail to all of the addresses, or rejects. */
  readonly send: (mail: Mail, addresses: readonly string[]) => Promise<unknown>;
  readonly panelUrl: string;
  readonly metrics: Pick<Metrics, 'add'>;
}

/**
 * Sends the mails and returns how many. Messages are deleted once their mail was sent, so that a crash repeats a mail rather than
 * lose it. Throws at the end where a mail could not be sent: its messages come again.
 */
export async function sendPending(tools: MailTools): Promise<number> {
  const received = await tools.queue.receiveAll();
  const networks = Map.groupBy(received, ({ notice }) => notice.networkId);
  let [sent, failed] = [0, 0];
  for (const [networkId, own] of networks) {
    try {
      if (await sendTo(tools, networkId, own)) sent += 1;
    } catch (error) {
      console.error({ message: 'The notices of a network could not be sent.', networkId, error });
      failed += 1;
    }
  }
  if (sent > 0) tools.metrics.add('MailsSent', sent);
  if (failed > 0) tools.metrics.add('MailsRefused', failed);
  if (failed > 0) throw new Error(`The notices of ${failed} networks could not be sent.`);
  return sent;
}

/** Returns whether the network has addresses. */
async function sendTo(
  { queue, addresses: table, send, panelUrl }: MailTools,
  networkId: NetworkId,
  received: readonly ReceivedNotice[],
): Promise<boolean> {
  const addresses = await table.read(networkId);
  const notices = received.map(({ notice }) => notice);
  if (addresses.length > 0) await send(mailOf(notices, addresses, panelUrl), addresses);
  await queue.remove(received);
  return addresses.length > 0;
}
