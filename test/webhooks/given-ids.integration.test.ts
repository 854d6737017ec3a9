/** Webhooks under ids that customers give to them: two networks with the same ids, and changes at the same time. */
import { expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import { WebhookName } from '../../contract/webhooks.ts';
import { newSeed } from '../../lambdas/shared/seed.ts';
import { newWebhook } from '../../lambdas/webhooks/new-webhook.ts';
import { webhookChangesTable } from '../../lambdas/webhooks/webhook-changes-table.ts';
import { nameOf, WebhookNotFoundError, webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { patience } from '../support/eventually.ts';
import fc from '../support/fast-check.ts';
import { connection, createNetwork } from '../support/service.ts';

jest.setTimeout(patience(120_000));

const { client, tables } = connection();
const changes = webhookChangesTable(client, tables);
const webhooks = webhooksTable(client, tables.webhooks);
const ada = v.parse(v.pipe(v.string(), v.brand('UserId')), 'ada');
const by = { kind: 'admin', name: ada } as const;

interface Operation {
  readonly kind: 'put' | 'update' | 'remove';
  readonly network: 0 | 1;
  readonly id: WebhookName;
  readonly description: string;
}

const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom('put' as const, 'put' as const, 'update' as const, 'remove' as const),
  network: fc.constantFrom(0 as const, 1 as const),
  id: fc.constantFrom('a', 'A', 'a.b', 'statistics').map((id) => v.parse(WebhookName, id)),
  description: fc.constantFrom('one', 'two', 'three'),
});

/** What two networks have, as text: the description of each webhook by network and id. */
type State = ReadonlyMap<string, string>;

/** What an operation does, and what its caller is told, if nobody else does anything. */
function after(state: State, { kind, network, id, description }: Operation): readonly [State, string] {
  const key = `${network} ${id}`;
  const rest = [...state].filter(([other]) => other !== key);
  const changed = new Map([...rest, [key, description] as const]);
  if (kind === 'put') return [changed, state.has(key) ? 'replaced' : 'created'];
  if (!state.has(key)) return [state, 'not found'];
  return kind === 'update' ? [changed, 'updated'] : [new Map(rest), 'removed'];
}

async function perform(networks: readonly NetworkId[], operation: Operation): Promise<string> {
  const { kind, network, id: webhookId, description } = operation;
  const networkId = networks[network];
  if (networkId === undefined) throw new Error('There is no such network.');
  const reference = { networkId, webhookId };
  const configuration = {
    url: 'https://hooks.example.com/in',
    events: ['*'],
    description,
    headers: {},
    legacySignature: false,
    enabled: true,
  };
  try {
    if (kind === 'update') await changes.update(reference, { description }, by);
    if (kind === 'remove') await changes.remove(reference, by);
    if (kind !== 'put') return `${kind}d`;
    const made = newWebhook({ networkId, userId: ada }, configuration, newSeed(), webhookId);
    const { webhook, count } = await changes.put(made, null);
    expect(webhook.webhookId === made.webhookId).toBe(count !== undefined);
    return count === undefined ? 'replaced' : 'created';
  } catch (error) {
    if (error instanceof WebhookNotFoundError) return 'not found';
    throw error;
  }
}

async function stored(networks: readonly NetworkId[]): Promise<State> {
  const all = await Promise.all(networks.map((networkId) => webhooks.list(networkId)));
  return new Map(all.flatMap((list, n) => list.map((one) => [`${n} ${nameOf(one)}`, one.description] as const)));
}

const textOf = (state: State): string => JSON.stringify([...state].sort());

test('each network has its own, whatever happens in the other, and in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), async (operations) => {
      const networks = [await createNetwork(), await createNetwork()];
      let state: State = new Map();
      for (const one of operations) {
        const [next, told] = after(state, one);
        expect(await perform(networks, one)).toBe(told);
        state = next;
        expect(textOf(await stored(networks))).toBe(textOf(state));
      }
    }),
    { numRuns: 25 },
  );
});

test('of several changes at the same time, all are told and leave what one order of them would', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 2 }),
      fc.array(operation, { minLength: 2, maxLength: 3 }),
      async (before, atOnce) => {
        const networks = [await createNetwork(), await createNetwork()];
        // All about one webhook, whose state any other would not tell.
        const same = atOnce.map((one) => ({ ...one, network: 0 as const, id: v.parse(WebhookName, 'a') }));
        let state: State = new Map();
        for (const one of before) {
          await perform(networks, one);
          [state] = after(state, one);
        }
        const told = await Promise.all(same.map((one) => perform(networks, one)));
        const outcome = JSON.stringify([told, textOf(await stored(networks))]);
        expect(orders(same.length).map((order) => serial(state, same, order))).toContain(outcome);
      },
    ),
    { numRuns: 40 },
  );
});

const orders = (count: number): readonly (readonly number[])[] =>
  count === 2
    ? [
        [0, 1],
        [1, 0],
      ]
    : [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ];

/** What is told and left if the operations come in this order. */
function serial(before: State, operations: readonly Operation[], order: readonly number[]): string {
  let state = before;
  const told: string[] = [];
  for (const n of order) {
    const operation = operations[n];
    if (operation === undefined) throw new Error('There is no such operation.');
    const [next, result] = after(state, operation);
    state = next;
    told[n] = result;
  }
  return JSON.stringify([told, textOf(state)]);
}
