/** Calls of a benchmark that have to succeed. */
import * as v from 'valibot';
import type { Client } from '../../testing/service.ts';

/** Creates a webhook, for every event by default, and returns its id. */
export async function createWebhook(
  admin: Client,
  webhook: { readonly url: string; readonly enabled?: boolean; readonly events?: readonly string[] },
): Promise<string> {
  const body = await succeed(admin('POST', '/webhooks', webhook));
  return v.parse(v.object({ webhookId: v.string() }), body).webhookId;
}

/** The body of a response. Throws if the response is an error. */
export async function succeed(response: ReturnType<Client>): Promise<unknown> {
  const { status, text, body } = await response;
  if (status >= 400) throw new Error(`The service responded with ${status}: ${text}`);
  return body;
}
