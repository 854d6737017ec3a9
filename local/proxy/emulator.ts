/** Sends requests on to one emulator, over connections that stay open. */
import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';
import { localCredentials } from '../aws-clients.ts';
import type { ServiceResult } from './layer.ts';

/** A response as the emulator sent it. */
export type EmulatorResponse = Extract<ServiceResult, { kind: 'response' }> & { readonly headers: IncomingHttpHeaders };

export class Emulator {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new Pool(new URL(url).origin);
  }

  /** Rejects if the emulator closes the connection. */
  async send(headers: IncomingHttpHeaders, body: Buffer | string): Promise<EmulatorResponse> {
    const response = await this.#pool.request({ method: 'POST', path: '/', headers: signedLocally(headers), body });
    const text = await response.body.text();
    return { kind: 'response', status: response.statusCode, body: text, headers: endToEnd(response.headers) };
  }
}

/** With the key of the local cloud itself: an emulator may have separate data for each key. It checks no signature. */
function signedLocally(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization = '' } = headers;
  return {
    ...endToEnd(headers),
    authorization: authorization.replace(CREDENTIAL, `Credential=${localCredentials.accessKeyId}/`),
  };
}

/** Of one connection only, or set by whoever sends the message on. */
const OF_CONNECTION = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'];

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const rest = { ...headers };
  for (const name of OF_CONNECTION) delete rest[name];
  return rest;
}

const CREDENTIAL = /Credential=([^/]*)\//;

/** The access key id with which a request is signed. */
export const accessKeyIdOf = ({ authorization = '' }: IncomingHttpHeaders): string =>
  CREDENTIAL.exec(authorization)?.[1] ?? '';
