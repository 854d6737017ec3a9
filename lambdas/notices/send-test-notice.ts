import { DAY_SECONDS } from '../../contract/durations.ts';
import { DAILY_MAILS, sendTestNotice } from '../../contract/notice-settings.ts';
import { auditTable } from '../audit/audit-table.ts';
import { adminOf } from '../shared/caller.ts';
import { optional } from '../shared/env.ts';
import { badRequest, OverQuotaError, TemporaryError } from '../shared/errors.ts';
import { idempotentRoute } from '../shared/idempotent-route.ts';
import { testMail } from './mail.ts';
import { confirmedOf, withTest } from './notice-addresses.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';
import { mailSender } from './ses.ts';

const table = noticeAddressesTable();
const audit = auditTable();
const panelUrl = optional('PANEL_URL') ?? '';
const sender = optional('NOTICE_SENDER');
const send = sender === undefined ? undefined : mailSender(sender);

/**
 * POST /network/notices/test: a mail to all confirmed addresses at once (docs/spec/notices.md#test-mail). It is counted,
 * and has its entry of the audit trail, before it is sent.
 */
export const handler = idempotentRoute(sendTestNotice, async ({ caller, seed }) => {
  if (send === undefined) throw badRequest('this stage of the service sends no mails');
  const { networkId } = caller;
  const now = Date.now();
  const addresses = await table.change(networkId, (before) => {
    const to = confirmedOf(before);
    if (to.length === 0)
      throw badRequest('no address is confirmed yet; its owner has to open the link in the mail and confirm it');
    const after = withTest(before, now);
    if (after === undefined) {
      throw new OverQuotaError(`at most ${DAILY_MAILS.tests} test mails are sent a day (UTC)`, secondsOfDayLeft(now));
    }
    const entry = {
      networkId,
      at: seed.at,
      seedId: seed.id,
      by: adminOf(caller),
      action: 'testNoticeSent',
    } as const;
    return { after, alsoPut: audit.put(entry), result: to };
  });
  if (addresses === undefined) throw new TemporaryError('The test mail was not counted.');
  await send(testMail(networkId, addresses, panelUrl), addresses);
  return { addresses };
});

const secondsOfDayLeft = (now: number): number => DAY_SECONDS - (Math.floor(now / 1000) % DAY_SECONDS);
