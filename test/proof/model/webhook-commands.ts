/** Creates, changes, deletes and lists webhooks. */

import * as v from 'valibot';
import { WebhookResponse } from '../../../contract/webhook-response.ts';
import { createWebhook, listWebhooks } from '../../../contract/webhook-routes.ts';
import fc from '../../support/fast-check.ts';
import { type Asker, ask, type Served } from './ask.ts';
import { must, type NetworkModel, type WebhookModel } from './model.ts';
import { patterns } from './patterns.ts';
import { isSurely, Register } from './register.ts';
import { type Command, destination, pick, type World } from './world.ts';

/** Enough for a network: each event goes to each of them. */
const MAX_WEBHOOKS = 5;
/** The first one of a network stays as it is, so that it must get every event. */
const SPARED = 1;

const webhook = { ...destination, index: fc.nat(11) };
const events = fc.constantFrom(...patterns);

interface One {
  readonly network: number;
  readonly isNew: boolean;
  readonly index: number;
}

const create: fc.Arbitrary<Command> = fc.record({ ...destination, events }).map(({ network, isNew, ...fields }) => ({
  what: `an admin of network ${network} creates a webhook for ${fields.events}`,
  run: async (world) => {
    const model = pick(world.networks, network);
    const kept = model.webhooks.filter(({ exists }) => exists.possible(now()).has(true));
    if (kept.length < MAX_WEBHOOKS) await addWebhook(world, model, isNew, fields.events);
  },
}));

const change: fc.Arbitrary<Command> = fc
  .record({
    ...webhook,
    changed: fc.oneof(fc.record({ enabled: fc.constantFrom(false, true, true) }), fc.record({ events })),
  })
  .map(({ changed, ...one }) => ({
    what: `an admin of network ${one.network} changes webhook ${one.index} to ${JSON.stringify(changed)}`,
    run: async (world) => {
      const found = knownWebhook(world, one, SPARED);
      if (found) await changeWebhook(found, changed);
    },
  }));

const remove: fc.Arbitrary<Command> = fc.record(webhook).map((one) => ({
  what: `an admin of network ${one.network} deletes webhook ${one.index}`,
  run: async (world) => {
    const found = knownWebhook(world, one, SPARED);
    if (found) await deleteWebhook(found);
  },
}));

const list: fc.Arbitrary<Command> = fc.record(destination).map(({ network, isNew }) => ({
  what: `an admin of network ${network} lists the webhooks`,
  run: ({ networks }) => listAll(adminOf(pick(networks, network), isNew)),
}));

export const webhookCommand = fc.oneof(
  { weight: 2, arbitrary: create },
  { weight: 3, arbitrary: change },
  { weight: 1, arbitrary: remove },
  { weight: 3, arbitrary: list },
);

const now = () => ({ from: Date.now(), to: Date.now() });

export const adminOf = (network: NetworkModel, isNew: boolean): Asker => ({
  network,
  role: 'admin',
  userId: 'root',
  isNew,
});

/** A webhook whose id the service has said, and an admin of its network. */
export interface Found {
  readonly asker: Asker;
  readonly model: WebhookModel;
  readonly path: string;
}

/** One of the webhooks of a network but the first ones, deleted ones as well; undefined if there is none. */
export function knownWebhook({ networks }: World, { network: at, isNew, index }: One, but = 0): Found | undefined {
  const network = pick(networks, at);
  const known = network.webhooks.filter(({ webhookId }) => webhookId !== undefined).slice(but);
  const model = known[index % known.length];
  return model && { asker: adminOf(network, isNew), model, path: `/webhooks/${model.webhookId}` };
}

/** Creates a webhook at a URL of its own. */
export async function addWebhook({ receiver, next }: World, network: NetworkModel, isNew: boolean, events: string) {
  const url = `${receiver.url}/${network.networkId}/${next()}`;
  const exists = new Register(false);
  const model: WebhookModel = { url, exists, enabled: new Register(true), events: new Register(events), replays: [] };
  const write = exists.write(true);
  network.webhooks.push(model);
  const body = { url, events: events.split(' ') };
  const served = await ask(adminOf(network, isNew), 'webhooks', 'POST', '/webhooks', body);
  if (served === undefined) return write.refused();
  const { status, text, body: created } = served.response;
  must(status === 201, `the response is ${status}: ${text}`);
  const { webhookId, secret } = v.parse(createWebhook.response.body, created);
  Object.assign(model, { webhookId, secret });
  write.applied();
}

async function changeWebhook({ asker, model, path }: Found, changed: { enabled: boolean } | { events: string }) {
  const isSwitch = 'enabled' in changed;
  const write = isSwitch ? model.enabled.write(changed.enabled) : model.events.write(changed.events);
  const body = isSwitch ? changed : { events: changed.events.split(' ') };
  const served = await ask(asker, 'webhooks', 'PATCH', path, body);
  // 409: another one switched it at the same time.
  if (served === undefined || !isThere(model, served) || (isSwitch && served.response.status === 409))
    return write.refused();
  expectFields(model, served, v.parse(WebhookResponse, served.response.body));
  write.applied();
}

async function deleteWebhook({ asker, model, path }: Found): Promise<void> {
  const write = model.exists.write(false);
  const served = await ask(asker, 'webhooks', 'DELETE', path);
  if (served === undefined) return write.refused();
  const { status, text } = served.response;
  must(status === 200 || status === 404, `the response is ${status}: ${text}`);
  if (status === 200 || served.isRepeated) return write.applied();
  write.refused();
  isThere(model, served);
}

/** Whether the webhook is there, according to a response. Throws ModelMismatch unless that is possible. */
export function isThere({ url, exists }: WebhookModel, { response, span }: Served): boolean {
  const is = response.status !== 404;
  must(exists.possible(span).has(is), `the webhook ${url} is ${is ? '' : 'not '}there`);
  return is;
}

async function listAll(asker: Asker): Promise<void> {
  const served = await ask(asker, 'webhooks', 'GET', '/webhooks');
  if (served === undefined) return;
  const { status, text, body } = served.response;
  must(status === 200, `the response is ${status}: ${text}`);
  const { results } = v.parse(listWebhooks.response.body, body);
  const models = new Map(asker.network.webhooks.map((model) => [model.url, model]));
  for (const result of results) {
    const model = models.get(result.url ?? '');
    must(model !== undefined, `nobody created ${result.url}`);
    must(model.exists.possible(served.span).has(true), `${result.url} is in the list`);
    expectFields(model, served, result);
    models.delete(result.url ?? '');
  }
  for (const [url, { exists }] of models) must(!isSurely(exists, true, served.span), `${url} is not in the list`);
}

function expectFields({ url, enabled, events }: WebhookModel, { span }: Served, shown: WebhookResponse): void {
  must(enabled.possible(span).has(shown.enabled), `${url} is ${shown.enabled ? 'enabled' : 'disabled'}`);
  must(events.possible(span).has(shown.events.join(' ')), `${url} has ${shown.events}`);
}
