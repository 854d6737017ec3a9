/** Sends requests on to one emulator, over connections that stay open. */
import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';
import { localCredentials } from '../aws-clients.ts';
import type { ServiceResult } from './layer.ts';

/** A response as the emulator sent it. */
export type EmulatorResponse = Extract<ServiceResult, { kind: 'response' }> & { readonly headers: IncomingHttpHeaders };

/** Headers of one connection, and those that undici sets. */
const NOT_FORWARDED = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'];

export class Emulator {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new Pool(new URL(url).origin);
  }

  /** Rejects if the emulator closes the connection. */
  async send(headers: IncomingHttpHeaders, body: Buffer | string): Promise<EmulatorResponse> {
    const response = await this.#pool.request({ method: 'POST', path: '/', headers: forwarded(headers), body });
    const text = await response.body.text();
    return { kind: 'response', status: response.statusCode, body: text, headers: response.headers };
  }
}

/** With the key of the local cloud itself: an emulator may have separate data for each key. It checks no signature. */
function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const rest = { ...headers };
  for (const name of NOT_FORWARDED) delete rest[name];
  const { authorization } = headers;
  if (authorization === undefined) return rest;
  return { ...rest, authorization: authorization.replace(CREDENTIAL, `Credential=${localCredentials.accessKeyId}/`) };
}

const CREDENTIAL = /Credential=([^/]*)\//;

/** The access key id with which a request is signed. */
export const accessKeyIdOf = ({ authorization = '' }: IncomingHttpHeaders): string =>
  CREDENTIAL.exec(authorization)?.[1] ?? '';
