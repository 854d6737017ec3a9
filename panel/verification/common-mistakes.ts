/** Variants of a secret and a body that differ from the exact ones by a common mistake. */

export interface Variant {
  readonly text: string;
  /** The mistake, if this variant is the correct one; undefined for the text as pasted. */
  readonly reason: string | undefined;
}

const PREFIX = 'whsec_';

/** What the secret may have been, other than `secret`. */
export function secretVariants(secret: string): readonly Variant[] {
  const bare = secret.trim().replace(/^["']|["']$/g, '');
  return distinct(secret, [
    { text: secret.trim(), reason: 'There are spaces around the secret.' },
    { text: bare, reason: 'There are quotation marks around the secret.' },
    { text: `${PREFIX}${bare}`, reason: `The prefix ${PREFIX} of the secret is missing.` },
  ]);
}

/** What the body may have been, other than `body`. A browser's text field turns every line break into a line feed. */
export function bodyVariants(body: string): readonly Variant[] {
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
