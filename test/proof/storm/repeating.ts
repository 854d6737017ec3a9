/** Webhooks that are created with an idempotency key, and put under an id, again and again, through a storm. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { IDEMPOTENCY_KEY } from '../../../contract/idempotency.ts';
import type { ApiResponse } from '../../../testing/service.ts';

const [KEYS, IDS, PAUSE_MS] = [2, 1, 1_000];
const Created = v.looseObject({ webhookId: v.string() });

export type Send = (
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<ApiResponse>;

/** Sends the same requests in turns until it is stopped. Nothing is sent to the webhooks. */
export function startRepeating(send: Send) {
  /** The ids that responses had, by what the webhook is called. */
  const answered = new Map<string, Set<string>>();
  let isStopped = false;
  const repeat = async (name: string, once: (webhook: object) => Promise<ApiResponse>): Promise<void> => {
    const webhook = { url: 'https://hooks.example.com/', enabled: false, description: name };
    while (!isStopped) {
      const response = await once(webhook).catch(() => undefined);
      const created = v.safeParse(Created, response !== undefined && response.status < 300 ? response.body : undefined);
      if (created.success) answered.set(name, (answered.get(name) ?? new Set()).add(created.output.webhookId));
      await sleep(PAUSE_MS);
    }
  };
  const all = Promise.all([
    ...Array.from({ length: KEYS }, (_, n) =>
      repeat(`keyed ${n}`, (webhook) => send('POST', '/webhooks', webhook, { [IDEMPOTENCY_KEY]: `storm-${n}` })),
    ),
    ...Array.from({ length: IDS }, (_, n) =>
      repeat(`put ${n}`, (webhook) => send('PUT', `/webhooks/storm-${n}`, webhook)),
    ),
  ]);
  return {
    async stop(): Promise<void> {
      isStopped = true;
      await all;
    },
    /** The names of webhooks that there are twice, or not as responses have said. */
    wrongIn(webhooks: readonly { readonly webhookId: string; readonly description: string }[]): readonly string[] {
      const names = [...Array(KEYS).keys()]
        .map((n) => `keyed ${n}`)
        .concat([...Array(IDS).keys()].map((n) => `put ${n}`));
      return names.filter((name) => {
        const there = webhooks.filter(({ description }) => description === name).map(({ webhookId }) => webhookId);
        return there.length > 1 || [...(answered.get(name) ?? [])].some((id) => id !== there[0]);
      });
    },
  };
}
