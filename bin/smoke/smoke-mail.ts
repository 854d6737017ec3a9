/** Has the stage send a mail like a notice, so that a missing right or an unverified identity shows at once. */
import { setTimeout } from 'node:timers/promises';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Connection } from '@social-platform-services/ctl/connection';
import type { FailureConnection } from '@social-platform-services/ctl/redrive/connection';
import type { NetworkId } from '../../contract/ids.ts';
import { noticeAddressesTable } from '../../lambdas/notices/notice-addresses-table.ts';

/** Calls of the function, a second apart: the schedule may have the message, and a mail of another network may fail. */
const CALLS = 5;

/**
 * Returns what confirms the addresses in place of their owners, puts a notice about a webhook into the queue of
 * notices, and calls the function that sends mails until the network has got one. It rejects where SES refuses that
 * mail. Undefined in a stage that sends no mails.
 */
export function noticeMailer(
  { sqs, lambda, queues }: Pick<FailureConnection, 'sqs' | 'lambda' | 'queues'>,
  { client, tables }: Pick<Connection, 'client' | 'tables'>,
  networkId: NetworkId,
): ((webhookId: string) => Promise<void>) | undefined {
  const notices = queues.find((queue) => queue.kind === 'notices');
  if (notices === undefined) return undefined;
  const addresses = noticeAddressesTable(client, tables.webhooks);
  return async (webhookId) => {
    await addresses.change(networkId, (before) => ({
      after: { ...before, confirmed: before.addresses },
      result: true,
    }));
    const at = new Date().toISOString();
    const webhook = { webhookId, host: 'unreachable.invalid', description: 'smoke test' };
    const body = JSON.stringify({ event: 'webhook.didComeBack', data: { webhook, since: at } });
    const MessageBody = JSON.stringify({ networkId, eventId: `smoke-${at}`, at, body });
    await sqs.send(new SendMessageCommand({ QueueUrl: notices.lane, MessageBody }));
    let failure = 'The function has sent no mail.';
    for (let calls = 0; calls < CALLS; calls++) {
      if (calls > 0) await setTimeout(1_000);
      const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName: notices.sender }));
      if (FunctionError !== undefined) failure = `${Payload?.transformToString()}`;
      if ((await addresses.read(networkId)).today.mails > 0) return;
    }
    throw new Error(`${failure} The log of NoticeMails has the error of SES.`);
  };
}
