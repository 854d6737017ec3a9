import { required } from '../shared/env.ts';
import { withLoggedErrors } from '../shared/logged-error.ts';
import { processMetrics } from '../shared/metrics.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';
import { noticeQueue } from './notice-queue.ts';
import { sendPending } from './send-pending.ts';
import { mailSender } from './ses.ts';

const ports = {
  queue: noticeQueue(required('NOTICES_QUEUE_URL')),
  addresses: noticeAddressesTable(),
  panelUrl: required('PANEL_URL'),
  metrics: processMetrics,
  send: mailSender(required('NOTICE_SENDER')),
};

/** Sends the notices of the last minute by e-mail (docs/spec/notices.md#e-mail). Runs each minute. */
export const handler = withLoggedErrors(async (): Promise<void> => {
  const count = await sendPending(ports).finally(() => processMetrics.flush());
  if (count > 0) console.info({ message: 'Notices were sent by e-mail.', mails: count });
});
