/** A request to the shared local cloud exactly as written: path, Host and encoding, which `fetch` would normalize. */
import { request } from 'node:http';
import { cloud } from './service.ts';

export interface RawResponse {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As received, not decompressed. */
  readonly body: Buffer;
}

export function rawRequest(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<RawResponse> {
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
