/** What people usually paste, or check, in place of the exact secret and the exact body. */

export interface Variant {
  readonly text: string;
  /** What went wrong if this is what was signed; undefined for what was pasted. */
  readonly reason: string | undefined;
}

const PREFIX = 'whsec_';

/** Secrets that may have been meant. */
export function secretVariants(secret: string): readonly Variant[] {
  const bare = secret.trim().replace(/^["']|["']$/g, '');
  return distinct(secret, [
    { text: secret.trim(), reason: 'There are spaces around the secret.' },
    { text: bare, reason: 'There are quotation marks around the secret.' },
    { text: `${PREFIX}${bare}`, reason: `The secret lacks its beginning: ${PREFIX} is part of it.` },
  ]);
}

/** Bodies that may have come. A browser's text field turns every line end into a line feed. */
export function bodyVariants(body: string): readonly Variant[] {
  const crlf = body.replaceAll('\n', '\r\n');
  const compact = reserialized(body);
  return distinct(body, [
    { text: body.trim(), reason: 'There are spaces or line ends around the body that did not come with it.' },
    { text: `${body}\n`, reason: 'The body came with a line end at its end, which is missing here.' },
    { text: crlf, reason: 'The body came with line ends of CR and LF.' },
    ...(compact === undefined
      ? []
      : [
          {
            text: compact,
            reason:
              'The body was parsed and written again, which changes its bytes: spaces, escapes, the form of numbers. Check the bytes as they came, before anything parses them.',
          },
        ]),
  ]);
}

const distinct = (pasted: string, variants: readonly Variant[]): readonly Variant[] =>
  variants.filter(
    ({ text }, index) => text !== pasted && variants.findIndex((earlier) => earlier.text === text) === index,
  );

function reserialized(body: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return undefined;
  }
}
