/** Whether a request was signed by the service: both of its signatures are looked at (decision 20). */
import { type VerifiedDelivery, verifyWebhook, WebhookVerificationError } from '../../client/verify-webhook.ts';
import type { ReceivedRequest } from './receiver.ts';

/** `legacy`: the second copy that a webhook may ask for (decision 21), which is to be ignored. */
export type Judgement =
  | { readonly kind: 'genuine'; readonly delivery: VerifiedDelivery }
  | { readonly kind: 'legacy' }
  | { readonly kind: 'refused'; readonly complaint: string; readonly mayBeRotated: boolean };

/** Judges a request. */
export type Judge = (request: ReceivedRequest) => Promise<Judgement>;

/** Judges with secrets that are kept, and asks `readSecrets` where none fits: an admin may have rotated it. */
export function judgeWith(known: readonly string[], readSecrets: () => Promise<readonly string[]>): Judge {
  let secrets = known;
  return async (request) => {
    const judgement = await judge(request, secrets);
    if (judgement.kind !== 'refused' || !judgement.mayBeRotated) return judgement;
    secrets = await readSecrets().catch(() => secrets);
    return judge(request, secrets);
  };
}

async function judge({ body, headers }: ReceivedRequest, secret: readonly string[]): Promise<Judgement> {
  if (secret.length === 0) {
    return { kind: 'refused', complaint: 'No webhook of the network has this URL.', mayBeRotated: true };
  }
  try {
    await verifyWebhook({ body, headers, secret });
    return { kind: 'genuine', delivery: await verifyWebhook({ body, headers, secret, scheme: 'standard' }) };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    const { reason, message } = error;
    if (reason === 'legacy-request') return { kind: 'legacy' };
    return { kind: 'refused', complaint: message, mayBeRotated: reason === 'wrong-signature' };
  }
}
