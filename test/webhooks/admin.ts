/** Helpers for tests of webhook configuration: admins as clients, and what they get. */
import * as v from 'valibot';
import { WebhookSecret } from '../../contract/webhooks.ts';
import { type Client, call, createNetwork, tokenFor } from '../support/service.ts';

/** An admin of the network, as a client. */
export async function adminOf(networkId: string): Promise<Client> {
  const token = await tokenFor(networkId, 'root', 'admin');
  return (method, path, body) => call(method, path, { token, body });
}

/** An admin of a new network. */
export const newAdmin = async (): Promise<Client> => adminOf(await createNetwork({ features: ['webhooks'] }));

const Created = v.looseObject({
  webhookId: v.string(),
  secret: v.string(),
  createdAt: v.string(),
  warnings: v.optional(v.array(v.string())),
});
export type Created = v.InferOutput<typeof Created>;

/** Creates a webhook. Throws if it is refused. */
export async function create(admin: Client, webhook: object = {}): Promise<Created> {
  const { status, text, body } = await admin('POST', '/webhooks', { url: 'https://hooks.example.com/in', ...webhook });
  if (status !== 201) throw new Error(`The webhook was not created: ${status} ${text}`);
  return v.parse(Created, body);
}

/** Every webhook of the network. */
export async function listOf(admin: Client) {
  const { body } = await admin('GET', '/webhooks');
  const List = v.object({
    results: v.array(v.looseObject({ webhookId: v.string() })),
    warnings: v.optional(v.unknown()),
  });
  return v.parse(List, body);
}

/** The secrets in a response. */
export const secretsIn = (body: unknown) => v.parse(v.object({ secrets: v.array(WebhookSecret) }), body).secrets;
