/** Sends the notices queued since the last call: one mail for each network (docs/spec/notices.md#e-mail). */
import type { NetworkId } from '../../contract/ids.ts';
import { loggedError } from '../shared/logged-error.ts';
import type { Metrics } from '../shared/metrics.ts';
import { type Mail, mailOf, parsedNotice } from './mail.ts';
import { confirmedOf, type NoticeAddresses, ofToday, withMail } from './notice-addresses.ts';
import type { noticeAddressesTable } from './notice-addresses-table.ts';
import type { NoticeQueue, ReceivedNotice } from './notice-queue.ts';

export interface MailPorts {
  readonly queue: NoticeQueue;
  readonly addresses: Pick<ReturnType<typeof noticeAddressesTable>, 'change'>;
  /** Sends one mail to all of the addresses, or rejects. */
  readonly send: (mail: Mail, addresses: readonly string[]) => Promise<unknown>;
  readonly panelUrl: string;
  readonly metrics: Pick<Metrics, 'add'>;
}

/**
 * Sends the mails and returns how many. Messages are deleted once their mail was sent, so that a crash repeats a mail
 * rather than lose it. Throws at the end where a mail could not be sent: its messages come again.
 */
export async function sendPending(ports: MailPorts): Promise<number> {
  const received = await ports.queue.receiveAll();
  const networks = Map.groupBy(received, ({ notice }) => notice.networkId);
  let [sent, failed] = [0, 0];
  for (const [networkId, own] of networks) {
    try {
      if (await sendTo(ports, networkId, own)) sent += 1;
    } catch (error) {
      console.error({ message: 'The notices of a network could not be sent.', networkId, error: loggedError(error) });
      failed += 1;
    }
  }
  if (sent > 0) ports.metrics.add('MailsSent', sent);
  if (failed > 0) ports.metrics.add('MailsRefused', failed);
  if (failed > 0) throw new Error(`The notices of ${failed} networks could not be sent.`);
  return sent;
}

/**
 * Returns whether there was a mail: not where no owner has confirmed an address, nor beyond the limits of the day. It
 * is counted before it is sent, so that a limit holds whatever fails, and not counted any more where SES has refused
 * it.
 */
async function sendTo(
  { queue, addresses: table, send, panelUrl }: MailPorts,
  networkId: NetworkId,
  received: readonly ReceivedNotice[],
): Promise<boolean> {
  const known = new Map(received.map(({ notice }) => [notice.eventId, parsedNotice(notice)]));
  const notices = [...known.values()];
  const webhookIds = notices.map(({ data }) => data.webhook.webhookId);
  const planned = await table.change(networkId, (before) => {
    const to = confirmedOf(before);
    if (to.length === 0) return undefined;
    const { after, isAdmitted, isLast } = withMail(before, webhookIds, Date.now());
    const admitted = notices.filter(({ data }) => isAdmitted(data.webhook.webhookId));
    return { after, result: { before, to, admitted, isLast } };
  });
  const isMail = planned !== undefined && planned.admitted.length > 0;
  if (isMail) {
    const { before, to, admitted, isLast } = planned;
    const uncount = (after: NoticeAddresses) => {
      const now = Date.now();
      const { confirmations, tests } = ofToday(after, now);
      return { after: { ...after, today: { ...ofToday(before, now), confirmations, tests } }, result: true };
    };
    await send(mailOf(networkId, admitted, { addresses: to, panelUrl, isLast }), to).catch(async (error: unknown) => {
      await table.change(networkId, uncount);
      throw error;
    });
  }
  await queue.remove(received);
  return isMail;
}
