import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { localClientSettings } from '../../local/aws-clients.ts';
import { call } from '../../test/support/service.ts';
import { createWebhook, postEvents } from './deliveries.ts';
import type { Drill } from './drill.ts';
import { check } from './expectations.ts';
import { listed, retriedAll } from './failed-messages.ts';
import type { World } from './world.ts';

export const mailsRefused: Drill = {
  name: 'mails-refused',
  sections: ['NoticeMailErrors, NoticesDeadLetters', 'Failed messages'],
  alarms: ['NoticeMailErrors', 'NoticesDeadLetters'],
  cause: 'SES refuses mails, since the identity of the sender is not verified any more.',
  async begin(world) {
    const room = await world.room();
    const address = `${room.networkId}@example.com`;
    const { status, text } = await room.admin('PATCH', '/network/notices', { addresses: [address] });
    check(status === 200, `the network has an address: ${text}`);
    const undo = await hurryNotices(world);
    await world.break({ kind: 'mail', error: 'MessageRejected' });
    const gone = await world.receiver((response) => response.writeHead(410).end());
    await createWebhook(room, gone);
    await postEvents(room);
    const stop = world.load(() => world.fire('NoticeMailsSchedule'));
    return async () => {
      const line = await world.logged('Notices-NoticeMails', ({ level }) => level === 'ERROR');
      check(JSON.stringify(line).includes('MessageRejected'), 'the log of NoticeMails has the error of SES');
      const failures = await listed(world, ['NoticesDeadLetters']);
      check(
        failures.some(({ what }) => what.includes(room.networkId)),
        'the network is named',
      );
      world.say('The identity is verified again.');
      await world.break();
      await undo();
      await retriedAll(world, () => mailTo(world, address));
      await stop();
    };
  },
};

/** Four hours of tries every five minutes are three tries, a second apart. Returns how to undo it. */
async function hurryNotices({ cloud }: World): Promise<() => Promise<void>> {
  const client = new SQSClient(localClientSettings(cloud.endpoints.sqs));
  const QueueUrl = cloud.outputs['NoticesQueueUrl'];
  const names = ['VisibilityTimeout', 'RedrivePolicy'] as const;
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...names] }),
  );
  const policy: object = JSON.parse(Attributes.RedrivePolicy ?? '{}');
  const set = (VisibilityTimeout: string, RedrivePolicy: string) =>
    client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout, RedrivePolicy } }));
  await set('1', JSON.stringify({ ...policy, maxReceiveCount: 3 }));
  return async () => {
    await set(Attributes.VisibilityTimeout ?? '300', JSON.stringify(policy));
    client.destroy();
  };
}

const Mails = v.object({ mails: v.array(v.object({ to: v.array(v.string()) })) });

async function mailTo({ cloud }: World, address: string): Promise<void> {
  const { body } = await call('GET', '/_local/mail', { url: cloud.url });
  check(
    v.parse(Mails, body).mails.some(({ to }) => to.includes(address)),
    'the mail has arrived',
  );
}
