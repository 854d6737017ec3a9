/** Who has signed the request of a receiver (docs/spec/delivery.md#signing-a-request). */
import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { Feature } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { liveSecrets } from '../../contract/secret-schedule.ts';
import { WEBHOOK_ID, WEBHOOK_SIGNATURE, WEBHOOK_TIMESTAMP } from '../../contract/signature.ts';
import type { WebhookName } from '../../contract/webhooks.ts';
import type { NetworksTable } from '../auth/networks-table.ts';
import { standardSignature } from '../sending/signature.ts';
import { stageRetention } from '../shared/env.ts';
import { badRequest, unauthorized } from '../shared/errors.ts';
import type { SignedCaller } from '../shared/route.ts';
import { type Webhook, WebhookNotFoundError, type WebhooksTable } from '../webhooks/webhooks-table.ts';
import { isExpired, TOLERANCE_MS } from './ledger.ts';

interface Tables {
  readonly webhooks: Pick<WebhooksTable, 'read'>;
  readonly networks: Pick<NetworksTable, 'readDescription'>;
}

/** A receiver that has signed a request. */
export interface SignedReceiver extends SignedCaller {
  readonly webhook: Webhook;
  /** Milliseconds since 1970, to the second. */
  readonly signedAt: number;
}

/** A signed request of a receiver. */
export interface LedgerRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly parameters: { readonly webhookId: WebhookName };
  readonly body: { readonly networkId: NetworkId };
  /** What is signed: the body as it was sent, or the query (`signedQuery`). */
  readonly signedText: string;
}

/** More than a receiver needs: a rotation has at most three live secrets. */
const MAX_SIGNATURES = 10;

const Headers = v.object({
  [WEBHOOK_ID]: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  [WEBHOOK_TIMESTAMP]: v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
  // API Gateway joins a header that came twice with a comma.
  [WEBHOOK_SIGNATURE]: v.pipe(v.string(), v.minLength(1), v.excludes(', ')),
});

/**
 * Returns a function that verifies a request with every live secret of its webhook. `now` returns milliseconds. It
 * throws the same 401 for a webhook that does not exist as for a wrong signature. A request without a recent time reads
 * nothing, any other one the webhook.
 */
export function receiverIdentifier({ webhooks, networks }: Tables, now: () => number = Date.now) {
  return async ({ headers, parameters, body, signedText }: LedgerRequest): Promise<SignedReceiver> => {
    const signed = v.safeParse(Headers, headers);
    if (!signed.success) throw unauthorized(UNSIGNED);
    const signedAt = Number(signed.output[WEBHOOK_TIMESTAMP]) * 1000;
    if (Math.abs(now() - signedAt) > TOLERANCE_MS) throw unauthorized(UNTIMELY);
    const { networkId } = body;
    const webhook = await webhooks.read({ networkId, webhookId: parameters.webhookId }).catch(unlessMissing);
    if (webhook === undefined || !isSignedBy(webhook, signed.output, signedText, now())) throw unauthorized(WRONG);
    const network = await networks.readDescription(networkId);
    if (network === undefined) throw unauthorized(WRONG);
    const features = Feature.options.filter((feature) => network.features[feature]);
    return {
      networkId,
      features,
      webhook,
      spender: webhook.webhookId,
      signedAt,
      ...(network.quotas && { quotas: network.quotas }),
    };
  };
}

const UNSIGNED = `the headers ${WEBHOOK_ID}, ${WEBHOOK_TIMESTAMP} and ${WEBHOOK_SIGNATURE} are required; they are missing or malformed`;
const UNTIMELY = `${WEBHOOK_TIMESTAMP} must be at most five minutes from now`;
const WRONG = 'the signature is not that of the webhook and of this body or query, or the network has no such webhook';

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof WebhookNotFoundError)) throw error;
}

/** Compares in constant time. */
function isSignedBy(
  { secrets }: Webhook,
  signed: v.InferOutput<typeof Headers>,
  signedText: string,
  now: number,
): boolean {
  const given = signed[WEBHOOK_SIGNATURE].split(' ', MAX_SIGNATURES).map((one) => Buffer.from(one));
  const expected = liveSecrets(secrets, now).map((secret) =>
    Buffer.from(standardSignature(secret, signed[WEBHOOK_ID], signed[WEBHOOK_TIMESTAMP], signedText)),
  );
  return expected.some((one) => given.some((other) => one.length === other.length && timingSafeEqual(one, other)));
}

const { deliveryDays } = stageRetention();

/** Throws 400 for an hour of which deliveries may have expired. `now` is in milliseconds. */
export function refuseExpired(hour: string, now: number): void {
  if (isExpired(hour, now, deliveryDays)) {
    throw badRequest(`hour must be one of the last ${deliveryDays} days; older deliveries have expired`);
  }
}
