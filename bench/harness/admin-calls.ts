/** Calls of a benchmark that have to succeed. */
import * as v from 'valibot';
import type { Client } from '../../test/support/service.ts';

/** Creates a webhook that asks for every event, and answers its id. */
export async function createWebhook(
  admin: Client,
  webhook: { readonly url: string; readonly enabled?: boolean },
): Promise<string> {
  const body = await succeed(admin('POST', '/webhooks', webhook));
  return v.parse(v.object({ webhookId: v.string() }), body).webhookId;
}

/** The body of an answer. Throws where it is an error. */
export async function succeed(answer: ReturnType<Client>): Promise<unknown> {
  const { status, text, body } = await answer;
  if (status >= 400) throw new Error(`The service answered ${status}: ${text}`);
  return body;
}
