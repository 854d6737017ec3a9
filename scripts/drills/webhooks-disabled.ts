import { arrived, createWebhook, postEvents } from './deliveries.ts';
import type { Drill } from './drill.ts';
import { at, check } from './expectations.ts';

export const webhooksDisabled: Drill = {
  name: 'webhook-disabled',
  sections: ['WebhooksDisabled', 'A customer asks who changed a webhook'],
  alarms: ['WebhooksDisabled'],
  cause: 'The receiver responded with 410, so its webhook was disabled.',
  async begin(world) {
    const room = await world.room();
    const since = new Date().toISOString();
    let status = 410;
    const receiver = await world.receiver((response) => response.writeHead(status).end());
    const webhookId = await createWebhook(room, receiver);
    await postEvents(room);
    return async () => {
      const isNamed = (line: object): boolean =>
        at(line, 'message.name') === 'webhook-disabled' && at(line, 'message.webhookId') === webhookId;
      const line = await world.logged('Delivery-FirstAttemptsSigner', isNamed);
      world.say(`The log of FirstAttemptsSigner: ${JSON.stringify(at(line, 'message'))}`);
      check(at(line, 'message.reason') === 'gone', 'the log has the reason');
      const trail = await world.ctl('audit', '--network', room.networkId, '--webhook', webhookId);
      check(trail.includes('service'), 'the audit trail names the service');
      world.say('The customer repairs the receiver, enables the webhook, and recovers what failed:');
      status = 200;
      const before = receiver.requests.length;
      const enabled = await room.admin('PATCH', `/webhooks/${webhookId}`, { enabled: true });
      const recovered = await room.admin('POST', `/webhooks/${webhookId}/recover`, { since });
      check(enabled.status === 200 && recovered.status === 202, `both are accepted: ${enabled.text} ${recovered.text}`);
      await arrived(receiver, before + 1);
    };
  },
};
