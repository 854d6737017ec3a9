/** What `listen` does with a request: verifies it, prints it, and chooses the status of the response. */
import { LRUCache } from 'lru-cache';
import { type VerifiedDelivery, verifyWebhook, WebhookVerificationError } from '../../client/verify-webhook.ts';
import { writeNote, writeResult } from '../output.ts';
import { deliveryJson, deliveryText, refusalWarning } from './messages.ts';
import type { ReceivedRequest } from './receiver.ts';

/** The deliveries whose attempts are counted; older ones start at 1 again. */
const MAX_COUNTED_DELIVERIES = 10_000;
const UNAUTHORIZED = 401;

/**
 * Returns a handler that prints valid requests, warns of invalid ones, and returns the status to respond with: `answer`
 * for a valid request. Requests wait until there is a `verifier`.
 */
export function requestHandler(
  verifier: Promise<Verifier>,
  { answer, json }: { readonly answer: number; readonly json: boolean },
) {
  const attempts = new LRUCache<string, number>({ max: MAX_COUNTED_DELIVERIES });
  return async (request: ReceivedRequest): Promise<number> => {
    const verify = await verifier;
    const verification = await verify(request);
    if (verification.kind === 'legacy') return 200;
    if (verification.kind === 'invalid') {
      writeNote(refusalWarning(verification.complaint, request.body));
      return UNAUTHORIZED;
    }
    const { delivery } = verification;
    const attempt = (attempts.get(delivery.deliveryId) ?? 0) + 1;
    attempts.set(delivery.deliveryId, attempt);
    const received = { delivery, receivedAt: request.receivedAt, attempt, answered: answer };
    await writeResult(json ? deliveryJson(received) : deliveryText(received));
    return answer;
  };
}

/** The result for one request. `legacy`: an extra copy, to be ignored (docs/spec/delivery.md#legacy-request). */
type Verification =
  | { readonly kind: 'valid'; readonly delivery: VerifiedDelivery }
  | { readonly kind: 'legacy' }
  | { readonly kind: 'invalid'; readonly complaint: string; readonly mayBeRotated: boolean };

/** Verifies both signatures of requests (docs/spec/delivery.md#verifying-a-request). */
export type Verifier = (request: ReceivedRequest) => Promise<Verification>;

/**
 * Returns a verifier that starts with `initialSecrets`. If none matches a request, it replaces them with the result of
 * `readSecrets`, since an admin may have rotated them.
 */
export function createVerifier(
  initialSecrets: readonly string[],
  readSecrets: () => Promise<readonly string[]>,
): Verifier {
  let secrets = initialSecrets;
  return async (request) => {
    const verification = await verify(request, secrets);
    if (verification.kind !== 'invalid' || !verification.mayBeRotated) return verification;
    secrets = await readSecrets().catch(() => secrets);
    return verify(request, secrets);
  };
}

async function verify({ body, headers }: ReceivedRequest, secret: readonly string[]): Promise<Verification> {
  try {
    await verifyWebhook({ body, headers, secret, scheme: 'service' });
    return { kind: 'valid', delivery: await verifyWebhook({ body, headers, secret }) };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    const { reason, message } = error;
    if (reason === 'legacy-request') return { kind: 'legacy' };
    return { kind: 'invalid', complaint: message, mayBeRotated: reason === 'wrong-signature' };
  }
}
