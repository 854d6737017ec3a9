/** Requests to the ledger of a webhook, signed with its secret (docs/spec/delivery.md#signing-a-request). */
import { decodedKey, encoded } from '../verify-webhook.ts';

/** The webhook, and the API that has its ledger. */
export interface LedgerAddress {
  /** The base URL of the API. */
  readonly url: string;
  readonly networkId: string;
  readonly webhookId: string;
  /** The webhook's secret, `whsec_…`; while it is being rotated, the old and the new one. */
  readonly secret: string | readonly string[];
}

/** The service has refused a request. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(`The service responded with ${status}: ${message}`);
    this.status = status;
  }
}

const TIMEOUT_MILLISECONDS = 30_000;
const ATTEMPTS = 3;

/**
 * Sends a signed request, and again after the time in `Retry-After` if the service is busy. Returns the body of the response, whose
 * fields are not checked. Rejects with LedgerError.
 */
export async function post<Body>(
  { url, networkId, webhookId, secret }: LedgerAddress,
  path: string,
  members: object,
): Promise<Body> {
  const body = JSON.stringify({ networkId, ...members });
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url.replace(/\/$/, '')}/webhooks/${webhookId}/ledger${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await signatureOf([secret].flat(), body)) },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    const { status, headers } = response;
    const seconds = Number(headers.get('retry-after') ?? 1);
    if (attempt === ATTEMPTS || !(status === 429 || status === 503)) throw new LedgerError(status, messageIn(text));
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 30) * 1000));
  }
}

function messageIn(text: string): string {
  try {
    return String(JSON.parse(text).message);
  } catch {
    return text.slice(0, 200);
  }
}

/** The headers of Standard Webhooks, with a signature for each secret. */
async function signatureOf(secrets: readonly string[], body: string): Promise<Record<string, string>> {
  const id = crypto.randomUUID();
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const signatures = secrets.map(async (secret) => {
    const key = await crypto.subtle.importKey('raw', decodedKey(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ]);
    const signature = await crypto.subtle.sign('HMAC', key, encoded(`${id}.${timestamp}.${body}`));
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  };
}
