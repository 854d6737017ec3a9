/** Writes a request as a command for a shell. */

interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A curl command that posts exactly this body. */
export const curlCommand = ({ url, headers, body }: PostRequest): string =>
  [
    `curl -i ${quoted(url)}`,
    // curl sends a header without a value only if it ends with a semicolon.
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');

/** The text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
