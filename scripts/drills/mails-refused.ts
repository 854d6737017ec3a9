import * as v from 'valibot';
import { call } from '../../testing/service.ts';
import { createWebhook } from './deliveries.ts';
import type { Drill } from './drill.ts';
import { check } from './expectations.ts';
import { listed, retriedAll } from './failed-messages.ts';
import { hurryDeadLetters } from './queues.ts';
import type { World } from './world.ts';

/** One after the other is disabled, so that each call has a new notice to send. */
const WEBHOOKS = 5;

export const mailsRefused: Drill = {
  name: 'mails-refused',
  sections: ['NoticeMailErrors', 'NoticesDeadLetters', 'Failed messages'],
  alarms: ['NoticeMailErrors', 'NoticesDeadLetters'],
  cause: 'SES refuses mails, since the identity of the sender is not verified any more.',
  async begin(world) {
    const room = await world.room();
    const address = `${room.networkId}@example.com`;
    const { status, text } = await room.admin('PATCH', '/network/notices', { addresses: [address] });
    check(status === 200, `the network has an address: ${text}`);
    // 48 receives in four hours are three, two seconds apart.
    const undo = await hurryDeadLetters(world, 'NoticesQueueUrl', 3, 2);
    await world.break({ kind: 'mail', error: 'MessageRejected' });
    const gone = await world.receiver((response) => response.writeHead(410).end());
    const names = Array.from({ length: WEBHOOKS }, (_, index) => `drill.number${index}`);
    for (const name of names) await createWebhook(room, gone, [name]);
    const stop = world.load(async () => {
      const event = names.shift();
      if (event !== undefined) await room.server('POST', '/events', { events: [{ event, data: {} }] });
      await world.fire('NoticeMailsSchedule');
    });
    return async () => {
      const isRefusal = (line: object): boolean => JSON.stringify(line).includes('MessageRejected');
      const { message } = await world.logged('Notices-NoticeMails', isRefusal);
      world.say(`The log of NoticeMails: ${JSON.stringify(message).slice(0, 200)}`);
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

const Mails = v.object({ mails: v.array(v.object({ to: v.array(v.string()) })) });

async function mailTo({ cloud }: World, address: string): Promise<void> {
  const { body } = await call('GET', '/_local/mail', { url: cloud.url });
  check(
    v.parse(Mails, body).mails.some(({ to }) => to.includes(address)),
    'the mail has arrived',
  );
}
