/** Verifies both signatures of a request (docs/spec/delivery.md#verifying-a-request). */
import { type VerifiedDelivery, verifyWebhook, WebhookVerificationError } from '../../client/verify-webhook.ts';
import type { ReceivedRequest } from './receiver.ts';

/** The result for one request. `legacy`: an extra copy, to be ignored (docs/spec/delivery.md#legacy-request). */
export type Verification =
  | { readonly kind: 'valid'; readonly delivery: VerifiedDelivery }
  | { readonly kind: 'legacy' }
  | { readonly kind: 'invalid'; readonly complaint: string; readonly mayBeRotated: boolean };

/** Verifies requests. */
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
  if (secret.length === 0) {
    return {
      kind: 'invalid',
      complaint: 'No webhook of the network has a URL with this host and port.',
      mayBeRotated: true,
    };
  }
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
