import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { required } from '../shared/env.ts';
import { processMetrics } from '../shared/metrics.ts';
import type { Mail } from './mail.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';
import { noticeQueue } from './notice-queue.ts';
import { sendPending } from './send-pending.ts';

const sender = required('NOTICE_SENDER');
const ses = new SESv2Client({
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

const tools = {
  queue: noticeQueue(required('NOTICES_QUEUE_URL')),
  addresses: noticeAddressesTable(),
  panelUrl: required('PANEL_URL'),
  metrics: processMetrics,
  send: ({ subject, text }: Mail, addresses: readonly string[]) =>
    ses.send(
      new SendEmailCommand({
        FromEmailAddress: sender,
        Destination: { ToAddresses: [...addresses] },
        Content: {
          Simple: { Subject: { Data: subject, Charset: 'UTF-8' }, Body: { Text: { Data: text, Charset: 'UTF-8' } } },
        },
      }),
    ),
};

/** Sends the notices of the last minute by e-mail (docs/spec/notices.md#e-mail). Runs each minute. */
export async function handler(): Promise<void> {
  const count = await sendPending(tools).finally(() => processMetrics.flush());
  if (count > 0) console.info({ message: 'Notices were sent by e-mail.', mails: count });
}
