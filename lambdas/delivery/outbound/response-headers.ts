/** The headers of a failed response, as the log keeps them. */

/** Characters that are kept. */
const MAX_CHARACTERS = 1024;
/** What a receiver sets for browsers, and nobody needs to find a fault. */
const LEFT_OUT: ReadonlySet<string> = new Set(['set-cookie']);

/** Headers as lines of `name: value`, as many whole ones as fit into 1,024 characters. A header that occurs twice has two lines. */
export function headerLines(headers: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    LEFT_OUT.has(name.toLowerCase()) ? [] : [values ?? []].flat().map((value) => `${name}: ${value}`),
  );
  let kept = '';
  for (const line of lines) {
    if (kept.length + line.length >= MAX_CHARACTERS) break;
    kept += kept === '' ? line : `\n${line}`;
  }
  return kept;
}
