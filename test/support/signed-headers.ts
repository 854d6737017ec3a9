/** Signs requests as receivers do, with the library of Standard Webhooks. */
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** The headers of a request with this body, signed with each of the secrets. */
export function signedHeaders(
  secrets: string | readonly string[],
  body: string,
  signedAt: Date = new Date(),
): Readonly<Record<string, string>> {
  const id = randomUUID();
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(signedAt.getTime() / 1000)}`,
    'webhook-signature': [secrets]
      .flat()
      .map((secret) => new Webhook(secret).sign(id, signedAt, body))
      .join(' '),
  };
}
