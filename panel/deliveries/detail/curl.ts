/** A delivery as a curl command, signed as the service signs it (docs/spec/delivery.md#signature). */

import type { WebhookSecret } from '@social-platform-services/client';
import { hmac, standardHeaders } from '@social-platform-services/client/internal';
import { liveSecrets } from '../../../contract/secret-schedule.ts';

interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A curl command that posts exactly this body. */
export const curlCommand = ({ url, headers, body }: PostRequest): string =>
  [
    // Without -g, brackets and braces in a URL stand for several.
    `curl -i -g ${quoted(url)}`,
    // curl sends a header without a value only if it ends with a semicolon.
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');

/** The text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface Signable {
  readonly deliveryId: string;
  /** The exact text of the body. */
  readonly payload: string;
  readonly secrets: readonly WebhookSecret[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The four signature headers, signed at `now`. Throws if no secret is live then. */
export async function signedHeaders({ deliveryId, payload, secrets, now }: Signable): Promise<Record<string, string>> {
  const live = liveSecrets(secrets, now);
  return {
    'x-service-signature': await hmac(new TextEncoder().encode(live[0]), payload),
    ...(await standardHeaders(live, deliveryId, payload, now)),
  };
}
