/** A request to the shared local cloud exactly as it is written, which `fetch` would mend: its path, its Host, its encoding. */
import { request } from 'node:http';
import { cloud } from './service.ts';

export interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came: nothing is decompressed. */
  readonly body: Buffer;
}

export function rawRequest(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(cloud().url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.once('error', reject).end();
  });
}
