/**
 * Whether a signature is right, and if it isn't, the probable reason: the usual mistakes are tried one after the other.
 *
 * It is the receivers' own check (`client/verify-webhook.ts`), in the browser: nothing is sent anywhere.
 */
import { type VerifiedEvent, verifyWebhook, WebhookVerificationError } from '../../client/verify-webhook.ts';
import { bodyVariants, secretVariants, type Variant } from './variants.ts';

/** The headers that are checked: ours, or those of Standard Webhooks. */
type Scheme = 'service' | 'standard';

/** What was pasted. */
export interface Pasted {
  readonly scheme: Scheme;
  readonly secret: string;
  readonly body: string;
  /** By the header's name. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Field = 'secret' | 'body' | HeaderName;
type HeaderName = (typeof headerNames)[Scheme][number];

export const headerNames = {
  service: ['x-service-signature'],
  standard: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
} as const;

export type Judgement =
  | { readonly kind: 'right'; readonly event: string; readonly sentAt?: Date }
  /** The signature is right, but the body is not an event. */
  | { readonly kind: 'not-an-event'; readonly message: string }
  | { readonly kind: 'wrong'; readonly reasons: readonly string[] }
  /** A field can't be what it stands for. */
  | { readonly kind: 'malformed'; readonly field: Field; readonly message: string };

/** Judges what was pasted. Never rejects. */
export async function judge(pasted: Pasted): Promise<Judgement> {
  const malformed = missingField(pasted) ?? mistakenSignature(pasted);
  if (malformed !== undefined) return malformed;
  try {
    const { event, ...more } = await check(pasted);
    return { kind: 'right', event, ...('sentAt' in more && { sentAt: more.sentAt }) };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) return { kind: 'malformed', field: 'secret', message: WHSEC };
    if (error.reason === 'not-an-event') return { kind: 'not-an-event', message: error.message };
    if (error.reason !== 'wrong-signature') return malformedHeader(pasted, error);
    const reasons = await probableReasons(pasted);
    return { kind: 'wrong', reasons: reasons.length > 0 ? reasons : [unexplained(pasted)] };
  }
}

const WHSEC = 'The secret is whsec_ and Base64, as the webhook’s page shows it.';

/** The check that receivers make; the time of signing may be long ago here. */
async function check({ scheme, secret, body, headers }: Pasted): Promise<VerifiedEvent & { readonly sentAt?: Date }> {
  const request = { body: new TextEncoder().encode(body), headers: trimmed(headers), secret };
  if (scheme === 'service') return await verifyWebhook(request);
  return await verifyWebhook({ ...request, scheme, toleranceSeconds: Number.MAX_SAFE_INTEGER });
}

function missingField({ scheme, secret, body, headers }: Pasted): Judgement | undefined {
  if (secret === '') return { kind: 'malformed', field: 'secret', message: 'Paste the webhook’s secret.' };
  if (body === '') return { kind: 'malformed', field: 'body', message: 'Paste the body of the request.' };
  const missing = headerNames[scheme].find((name) => (headers[name] ?? '').trim() === '');
  return missing && { kind: 'malformed', field: missing, message: `Paste the value of ${missing}.` };
}

/** A signature of another kind than its header's. */
function mistakenSignature({ scheme, headers }: Pasted): Judgement | undefined {
  if (scheme !== 'service') return undefined;
  const signature = headers['x-service-signature']?.trim() ?? '';
  const field = 'x-service-signature';
  if (signature.startsWith('v1,')) {
    return { kind: 'malformed', field, message: 'This is a webhook-signature. Choose those headers above.' };
  }
  if (/^[0-9a-f]{64}$/i.test(signature)) {
    return { kind: 'malformed', field, message: 'This is hexadecimal; the header has Base64, 44 characters.' };
  }
  return undefined;
}

function malformedHeader({ scheme }: Pasted, { message }: WebhookVerificationError): Judgement {
  const field = headerNames[scheme].find((name) => message.includes(name)) ?? headerNames[scheme][0];
  return { kind: 'malformed', field, message };
}

/** What would have to be otherwise for the signature to be right; the simplest explanation alone. */
async function probableReasons(pasted: Pasted): Promise<readonly string[]> {
  const bodies: readonly Variant[] = [{ text: pasted.body, reason: undefined }, ...bodyVariants(pasted.body)];
  const secrets: readonly Variant[] = [{ text: pasted.secret, reason: undefined }, ...secretVariants(pasted.secret)];
  for (const secret of secrets) {
    for (const body of bodies) {
      if (await isRight({ ...pasted, body: body.text, secret: secret.text })) {
        return [secret.reason, body.reason].filter((reason) => reason !== undefined);
      }
    }
  }
  return [];
}

async function isRight(pasted: Pasted): Promise<boolean> {
  try {
    await check(pasted);
    return true;
  } catch (error) {
    return error instanceof WebhookVerificationError && error.reason === 'not-an-event';
  }
}

const unexplained = ({ scheme }: Pasted): string => {
  const causes = [
    'the secret is another webhook’s, or was rotated since',
    'the body is not exactly what came',
    ...(scheme === 'standard' ? ['id and time are those of another request'] : []),
    'the request is forged',
  ];
  return `None of the usual mistakes explains it. What is left: ${causes.join('; ')}.`;
};

const trimmed = (headers: Pasted['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]));
