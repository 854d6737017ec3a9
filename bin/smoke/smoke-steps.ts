/** The steps of the smoke test, in their order. A step resolves with a remark, or rejects with what went wrong. */
import { setTimeout } from 'node:timers/promises';
import type { Client } from '@social-platform-services/client';

/** The callers of one network. */
export interface Callers {
  readonly user: Client;
  readonly server: Client;
  readonly admin: Client;
  readonly receiver: string | undefined;
  /** Has a notice about a webhook sent to the addresses of the network; undefined in a stage that sends no mails. */
  readonly mailNotice: ((webhookId: string) => Promise<void>) | undefined;
}

/** More than a page of blocks. */
const CALLS = 25;
/** Streams and queues take a second or two, and a first poll of a new mapping longer. */
const ARRIVES_WITHIN_MS = 60_000;
/** No name below `.invalid` exists (RFC 6761), so nothing is ever sent anywhere. */
const UNREACHABLE = 'https://unreachable.invalid/';
const EVENT = 'smoke.checked';
/** https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-email-simulator */
const MAILBOX = 'success@simulator.amazonses.com';

const others = Array.from({ length: CALLS }, (_, index) => `smoke-other-${index}`);

export const steps = {
  'the service responds': serviceResponds,
  'a block is in the next check': blockAndCheck,
  'blocks are listed, and gone when they are undone': listAndUnblock,
  'events are accepted': postEvents,
  'their actions appear in the activity': activityAppears,
  'a webhook is created, and a test event sent': createWebhook,
  'an event is delivered, and is in the delivery log': deliver,
  'a notice goes out by e-mail': sendMail,
} satisfies Readonly<Record<string, (bench: Callers) => Promise<string>>>;

async function serviceResponds({ user }: Callers): Promise<string> {
  await user.getHealth();
  return '';
}

async function blockAndCheck({ user }: Callers): Promise<string> {
  for (const blockUserId of others) {
    await user.blockUser({ body: { blockUserId } });
    const hidden = await user.checkHidden({ query: { checkList: [blockUserId, 'smoke-nobody'] } });
    expectThat(hidden[blockUserId] === true, `${blockUserId} was blocked, and is not hidden`);
    expectThat(hidden['smoke-nobody'] === false, 'a user is hidden who was not blocked');
  }
  return '';
}

async function listAndUnblock({ user }: Callers): Promise<string> {
  let listed = 0;
  for await (const _ of user.eachBlockedUser()) listed++;
  expectThat(listed === CALLS, `${CALLS} users were blocked, and ${listed} are listed`);
  for (const blockUserId of others) await user.unblockUser({ body: { blockUserId } });
  const { results } = await user.listBlockedUsers({ body: {} });
  expectThat(results.length === 0, `${results.length} users are listed after all were unblocked`);
  return '';
}

async function postEvents({ server }: Callers): Promise<string> {
  for (let call = 0; call < CALLS; call++) {
    const data = {
      posts: [{ postId: `smoke-post-${call}` }],
      reactor: { reactionId: `smoke-reaction-${call}`, reactionName: 'like', userId: 'smoke-user' },
    };
    const { results } = await server.ingestEvents({ body: { events: [{ event: 'v3.post.didAddReaction', data }] } });
    expectThat(results[0]?.status === 'accepted', `an event was not accepted: ${results[0]?.status}`);
  }
  return '';
}

async function activityAppears({ user }: Callers): Promise<string> {
  const started = performance.now();
  await until('activity', async () => (await user.listActivities({ query: { limit: 50 } })).data.length === CALLS);
  return `${Math.round(performance.now() - started)} ms after the last post`;
}

async function createWebhook({ admin, receiver }: Callers): Promise<string> {
  const body = { url: receiver ?? UNREACHABLE, events: [EVENT], description: 'smoke test' };
  const { webhookId } = await admin.createWebhook({ body });
  const sent = await admin.sendTestEvent({ parameters: { webhookId }, body: { event: 'channel.didCreate' } });
  expectOutcome(sent.class, receiver);
  return `${sent.class}${receiver === undefined ? ', as no receiver was named' : ''}`;
}

async function deliver({ admin, server, receiver }: Callers): Promise<string> {
  const started = performance.now();
  await server.ingestEvents({ body: { events: [{ event: EVENT, data: { from: 'smoke test' } }] } });
  const { results } = await admin.listWebhooks();
  const webhookId = results[0]?.webhookId ?? '';
  const delivery = await until('delivery', async () => {
    const [first] = (await admin.listDeliveries({ parameters: { webhookId } })).results;
    return first !== undefined && first.attemptCount > 0 && first;
  });
  expectOutcome(delivery.class, receiver);
  return `${delivery.class} ${Math.round(performance.now() - started)} ms after the post`;
}

/** To SES's own mailbox, which costs no reputation and works in its sandbox, too. */
async function sendMail({ admin, mailNotice }: Callers): Promise<string> {
  if (mailNotice === undefined) return 'the stage sends none';
  await admin.changeNoticeSettings({ body: { addresses: [MAILBOX] } });
  const [webhook] = (await admin.listWebhooks()).results;
  if (webhook === undefined) throw new Error('the webhook is gone');
  await mailNotice(webhook.webhookId);
  return '';
}

/** A receiver that was named has to accept; the one that does not exist can't. */
function expectOutcome(outcome: string, receiver: string | undefined): void {
  if (receiver !== undefined) expectThat(outcome === 'delivered', `${receiver} did not accept it: ${outcome}`);
  else expectThat(outcome !== 'delivered' && outcome !== 'not_sent', `the attempt at ${UNREACHABLE} was ${outcome}`);
}

/** Repeats a look until it finds something, and resolves with that. */
async function until<T>(what: string, look: () => Promise<T | false>): Promise<T> {
  const end = performance.now() + ARRIVES_WITHIN_MS;
  while (performance.now() < end) {
    const found = await look();
    if (found !== false) return found;
    await setTimeout(100);
  }
  throw new Error(`no ${what} within ${ARRIVES_WITHIN_MS / 1_000} s`);
}

function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
