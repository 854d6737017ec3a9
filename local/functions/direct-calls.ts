/**
 * A short cut for calls of DynamoDB and SQS by the AWS SDK: one that the function's role allows goes from its own thread
 * to the emulator. Every other one goes through the proxy, which denies it, and so does what is sent in another way. The
 * SDK sends a call with `request` of node:http, and its body with `end`.
 */
import http, { type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { signedBy } from '../aws-clients.ts';
import type { Endpoints } from '../hosted-app.ts';
import type { Permissions } from '../iam/function-permissions.ts';
import { isAllowed } from '../iam/permission-layer.ts';
import { callOf } from '../proxy/layer.ts';

/** What the thread of a function needs for it. */
export interface DirectAccess {
  readonly logicalId: string;
  readonly proxy: Endpoints;
  readonly emulators: Endpoints;
  /** With which the emulators answer. */
  readonly accessKeyId: string;
  /** Those of this function, and the partition keys of all tables. */
  readonly permissions: Permissions;
}

/** Takes the short cut from now on, in this thread. */
export function callDirectly({ logicalId, proxy, emulators, accessKeyId, permissions }: DirectAccess): void {
  const services = new Map(
    (['dynamodb', 'sqs'] as const).map((service) => {
      const { host, hostname, port } = new URL(emulators[service]);
      return [new URL(proxy[service]).host, { service, host, hostname, port }] as const;
    }),
  );
  const role = permissions.functions.get(logicalId);
  const send = http.request;
  const request = (...parameters: readonly unknown[]): http.ClientRequest => {
    const [options, onResponse] = parameters;
    const found = isCall(options) ? services.get(`${options.host}:${options.port}`) : undefined;
    if (found === undefined || role === undefined || !isCall(options) || typeof onResponse !== 'function')
      return Reflect.apply(send, http, parameters);
    const { service, host, hostname, port } = found;
    const headers = { ...options.headers, host, authorization: signedBy(accessKeyId, options.headers) };
    const sent = send({ ...options, host: hostname, port, headers }, (response) => onResponse(response));
    const end = sent.end.bind(sent);
    const endIfAllowed = (body: string | Uint8Array = ''): http.ClientRequest => {
      const call = callOf(
        service,
        options.headers,
        typeof body === 'string' ? body : Buffer.from(body).toString(),
        logicalId,
      );
      if (call !== undefined && isAllowed(call, role, permissions)) return end(body);
      const throughProxy = send(options, (response) => {
        onResponse(response);
        sent.destroy();
      });
      throughProxy.on('error', (error) => sent.destroy(error)).end(body);
      return sent;
    };
    return Object.assign(sent, { end: endIfAllowed });
  };
  Object.assign(http, { request });
  syncBuiltinESMExports();
}

interface CallOptions extends RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
}

/** The SDK names host and port apart, and gives headers as an object. */
const isCall = (options: unknown): options is CallOptions =>
  typeof options === 'object' && options !== null && 'host' in options && 'port' in options && 'headers' in options;
