/**
 * Checks the signature of a pasted request. If it is invalid, finds the probable reason by trying common mistakes.
 *
 * It runs the check that receivers use (`client/verify-webhook.ts`) in the browser: nothing is sent anywhere.
 */
import { type VerifiedEvent, verifyWebhook, WebhookVerificationError } from '../../client/verify-webhook.ts';

/** Which headers are checked: the service's own, or those of Standard Webhooks. */
type Scheme = 'service' | 'standard';

export interface PastedRequest {
  readonly scheme: Scheme;
  readonly secret: string;
  readonly body: string;
  /** By header name. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Field = 'secret' | 'body' | HeaderName;
type HeaderName = (typeof headerNames)[Scheme][number];

export const headerNames = {
  service: ['x-service-signature'],
  standard: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
} as const;

export type CheckResult =
  | { readonly kind: 'valid'; readonly event: string; readonly sentAt?: Date }
  /** The signature is valid, but the body is not an event. */
  | { readonly kind: 'not-an-event'; readonly message: string }
  | { readonly kind: 'invalid'; readonly reasons: readonly string[] }
  /** A field is empty or malformed. */
  | { readonly kind: 'malformed'; readonly field: Field; readonly message: string };

/** Checks a pasted request. Never rejects. */
export async function checkSignature(pasted: PastedRequest): Promise<CheckResult> {
  const malformed = missingField(pasted) ?? wrongKindOfSignature(pasted);
  if (malformed !== undefined) return malformed;
  try {
    const { event, ...more } = await verify(pasted);
    return { kind: 'valid', event, ...('sentAt' in more && { sentAt: more.sentAt }) };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError))
      return { kind: 'malformed', field: 'secret', message: INVALID_SECRET };
    if (error.reason === 'not-an-event') return { kind: 'not-an-event', message: error.message };
    if (error.reason !== 'wrong-signature') return malformedHeader(pasted, error);
    const reasons = await probableReasons(pasted);
    return { kind: 'invalid', reasons: reasons.length > 0 ? reasons : [otherReasons(pasted)] };
  }
}

const INVALID_SECRET = 'The secret must be whsec_ followed by Base64, as shown on the webhook’s page.';

/** The check that receivers use, except that the request may be of any age. */
async function verify({
  scheme,
  secret,
  body,
  headers,
}: PastedRequest): Promise<VerifiedEvent & { readonly sentAt?: Date }> {
  const request = { body: new TextEncoder().encode(body), headers: trimmed(headers), secret };
  if (scheme === 'service') return await verifyWebhook({ ...request, scheme });
  return await verifyWebhook({ ...request, scheme, toleranceSeconds: Number.MAX_SAFE_INTEGER });
}

function missingField({ scheme, secret, body, headers }: PastedRequest): CheckResult | undefined {
  if (secret === '') return { kind: 'malformed', field: 'secret', message: 'Paste the webhook’s secret.' };
  if (body === '') return { kind: 'malformed', field: 'body', message: 'Paste the body of the request.' };
  const missing = headerNames[scheme].find((name) => (headers[name] ?? '').trim() === '');
  return missing && { kind: 'malformed', field: missing, message: `Paste the value of ${missing}.` };
}

/** Finds a signature in the format of another header, or in hexadecimal. */
function wrongKindOfSignature({ scheme, headers }: PastedRequest): CheckResult | undefined {
  if (scheme !== 'service') return undefined;
  const signature = headers['x-service-signature']?.trim() ?? '';
  const field = 'x-service-signature';
  if (signature.startsWith('v1,')) {
    return {
      kind: 'malformed',
      field,
      message: 'This is the value of a webhook-signature header. Choose webhook-signature above.',
    };
  }
  if (/^[0-9a-f]{64}$/i.test(signature)) {
    return { kind: 'malformed', field, message: 'This is hexadecimal. The header has 44 characters of Base64.' };
  }
  return undefined;
}

function malformedHeader({ scheme }: PastedRequest, { message, reason }: WebhookVerificationError): CheckResult {
  const field = headerNames[scheme].find((name) => message.includes(name)) ?? headerNames[scheme][0];
  const form = `The header ${field} must be ${headerForms[field]}.`;
  return { kind: 'malformed', field, message: reason === 'malformed-header' ? form : message };
}

const headerForms: Readonly<Record<HeaderName, string>> = {
  'x-service-signature': 'the Base64 of 32 bytes',
  'webhook-id': 'the id of the delivery',
  'webhook-timestamp': 'a number of seconds since 1970',
  'webhook-signature': 'v1, and the Base64 of 32 bytes',
};

/** The mistakes that explain the invalid signature: the first combination that makes it valid. */
async function probableReasons(pasted: PastedRequest): Promise<readonly string[]> {
  const bodies: readonly Variant[] = [{ text: pasted.body, reason: undefined }, ...bodyVariants(pasted.body)];
  const secrets: readonly Variant[] = [{ text: pasted.secret, reason: undefined }, ...secretVariants(pasted.secret)];
  for (const secret of secrets) {
    for (const body of bodies) {
      if (await isSigned({ ...pasted, body: body.text, secret: secret.text })) {
        return [secret.reason, body.reason].filter((reason) => reason !== undefined);
      }
    }
  }
  return [];
}

async function isSigned(pasted: PastedRequest): Promise<boolean> {
  try {
    await verify(pasted);
    return true;
  } catch (error) {
    return error instanceof WebhookVerificationError && error.reason === 'not-an-event';
  }
}

const otherReasons = ({ scheme }: PastedRequest): string => {
  const causes = [
    'the secret belongs to another webhook or has been rotated',
    'the body is not exactly what was received',
    ...(scheme === 'standard' ? ['the ID and time belong to another request'] : []),
    'the request is forged',
  ];
  return `None of the common mistakes explains it. Other possible reasons: ${causes.join('; ')}.`;
};

const trimmed = (headers: PastedRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]));

interface Variant {
  readonly text: string;
  /** The mistake, if this variant is the correct one; undefined for the text as pasted. */
  readonly reason: string | undefined;
}

const PREFIX = 'whsec_';

/** What the secret may have been, other than `secret`. */
function secretVariants(secret: string): readonly Variant[] {
  const bare = secret.trim().replace(/^["']|["']$/g, '');
  return distinct(secret, [
    { text: secret.trim(), reason: 'There are spaces around the secret.' },
    { text: bare, reason: 'There are quotation marks around the secret.' },
    { text: `${PREFIX}${bare}`, reason: `The prefix ${PREFIX} of the secret is missing.` },
  ]);
}

/** What the body may have been, other than `body`. A browser's text field turns every line break into a line feed. */
function bodyVariants(body: string): readonly Variant[] {
  const crlf = body.replaceAll('\n', '\r\n');
  const compact = serializedAgain(body);
  return distinct(body, [
    { text: body.trim(), reason: 'There are extra spaces or line breaks around the body.' },
    { text: `${body}\n`, reason: 'The line break at the end of the body is missing.' },
    { text: crlf, reason: 'The line breaks in the body were CR LF.' },
    ...(compact === undefined
      ? []
      : [
          {
            text: compact,
            reason:
              'The body was parsed and serialized again, which changes its bytes: spaces, escapes, number formats. Check the bytes as received, before anything parses them.',
          },
        ]),
  ]);
}

const distinct = (pasted: string, variants: readonly Variant[]): readonly Variant[] =>
  variants.filter(
    ({ text }, index) => text !== pasted && variants.findIndex((earlier) => earlier.text === text) === index,
  );

function serializedAgain(body: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return undefined;
  }
}
