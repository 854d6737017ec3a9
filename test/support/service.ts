/**
 * The service that the tests of a run call, which is the local cloud that they share (test/global-setup.ts) unless another
 * one was named (tested-service.ts): its address and tables, new networks, and calls.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, connectTo, PANEL_URL, type Service } from '@social-platform-services/ctl/connection';
import { createNetwork as addNetwork, changesOf } from '@social-platform-services/ctl/networks';
import { rotateSigningKey } from '@social-platform-services/ctl/signing-keys';
import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { Feature, type HideMode, type Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import type { HttpMethod } from '../../contract/route.ts';
import { serviceFetch } from './service-fetch.ts';
import { namedService, noteMade } from './tested-service.ts';

export { eventually } from './eventually.ts';

export const CloudFile = v.object({
  url: v.string(),
  region: v.string(),
  endpoints: v.object({ dynamodb: v.string(), sqs: v.string() }),
  credentials: v.object({ accessKeyId: v.string(), secretAccessKey: v.string(), sessionToken: v.string() }),
  outputs: v.record(v.string(), v.string()),
});
export type CloudFile = v.InferOutput<typeof CloudFile>;

/** Names of the variables that global-setup.ts sets for the tests. */
export const cloudVariables = { url: 'SPS_TEST_URL', data: 'SPS_TEST_DATA' } as const;

/** Whose pages may show the panel of the shared local cloud in a frame: another site than 127.0.0.1. */
export const EMBED_ORIGIN = 'http://localhost:4173';

/** The data folder of the shared local cloud. */
export function dataFolder(): string {
  const data = process.env[cloudVariables.data];
  if (data === undefined) throw new Error('There is no shared local cloud: run the tests with npm test.');
  return data;
}

/** The description of the shared local cloud that it writes itself. */
export const cloud = (): CloudFile =>
  v.parse(CloudFile, JSON.parse(readFileSync(join(dataFolder(), 'cloud.json'), 'utf8')));

/** The variables with which a function in another process than the shared local cloud's reaches its emulators, or those of another one. */
export const emulatorVariables = (
  { credentials, endpoints, region }: Omit<CloudFile, 'url' | 'outputs'> = cloud(),
): Readonly<Record<string, string>> => ({
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_SESSION_TOKEN: credentials.sessionToken,
  AWS_REGION: region,
  AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
  AWS_ENDPOINT_URL_SQS: endpoints.sqs,
});

/** The service that tests call: its base URL, the outputs of its stacks, and what its tables are reached with. */
export const tested = (): Service & { readonly url: string } => namedService() ?? cloud();

/** The options of `ctl` that name the service. */
export const testedChoice = (): readonly string[] => namedService()?.choice ?? ['--data', dataFolder()];

/** The URL of its panel; undefined if its functions don't know it. */
export function panelUrl(): string | undefined {
  const service = namedService();
  return service === undefined ? cloud().outputs[PANEL_URL] : service.panelUrl;
}

let shared: Connection | undefined;

/** The client of the service's tables, and their names. There is one for each test file. */
export function connection(): Connection {
  shared ??= connectTo(tested());
  return shared;
}

export interface NetworkOptions {
  /** All unless given. */
  readonly features?: readonly Feature[];
  readonly hideMode?: HideMode;
}

/** A new network, whose id no other test has. */
export async function createNetwork({ features = Feature.options, hideMode }: NetworkOptions = {}): Promise<NetworkId> {
  const networkId = v.parse(NetworkId, `t${randomBytes(8).toString('hex')}`);
  noteMade(networkId);
  await addNetwork(connection(), networkId);
  await changesOf(connection()).setFeatures(networkId, features, true);
  if (hideMode !== undefined) await changesOf(connection()).set(networkId, 'hideMode', hideMode);
  return networkId;
}

/** A token that is valid for an hour by default. With a negative lifetime it has expired already. */
export function tokenFor(
  networkId: string,
  userId: string,
  role: Role = 'user',
  lifetimeSeconds = 3_600,
): Promise<string> {
  if (role === 'user') noteMade(networkId, userId);
  return mintToken(connection(), {
    networkId: v.parse(NetworkId, networkId),
    userId: v.parse(UserId, userId),
    role,
    lifetimeSeconds,
  });
}

/** Adds a new signing key to the network. The old one stays valid. */
export async function rotateKey(networkId: string): Promise<void> {
  await rotateSigningKey(connection(), v.parse(NetworkId, networkId));
}

/** Calls the API with the token of one caller. */
export type Client = (method: HttpMethod, path: string, body?: CallOptions['body']) => Promise<ApiResponse>;

/** A user of the network, as a client. */
export const userOf = (networkId: string, userId: string): Promise<Client> => clientOf(networkId, userId, 'user');

/** The platform's own server, as a client. */
export const serverOf = (networkId: string): Promise<Client> => clientOf(networkId, 'platform', 'server');

async function clientOf(networkId: string, userId: string, role: Role): Promise<Client> {
  const token = await tokenFor(networkId, userId, role);
  return (method, path, body) => call(method, path, { token, body });
}

export interface CallOptions {
  readonly token?: string;
  /** An object is sent as JSON, text and bytes as they are. */
  readonly body?: object | string | Uint8Array<ArrayBuffer> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The URL of another service, such as `http://127.0.0.1:4000`. */
  readonly url?: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body parsed as JSON, or undefined if it is not JSON. */
  readonly body: unknown;
}

/** Calls the service, unless the URL of another one is given. `path` may have a query and is sent as it is. */
export async function call(
  method: HttpMethod | 'PUT' | 'HEAD' | 'OPTIONS',
  path: string,
  { token, body, headers = {}, url = tested().url }: CallOptions = {},
): Promise<ApiResponse> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await serviceFetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
