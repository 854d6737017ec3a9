/** Calls of the service by users, servers and admins of the model's networks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Feature, Role } from '../../../contract/access.ts';
import type { HttpMethod } from '../../../contract/route.ts';
import { type ApiResponse, call, tokenFor } from '../../support/service.ts';
import { must, type NetworkModel } from './model.ts';
import type { Span } from './register.ts';

/** How far a request may be behind the settings of its network: a cached result of the authorizer lasts 5 s. */
const CACHED_MS = 8_000;

export interface Asker {
  readonly network: NetworkModel;
  readonly role: Role;
  readonly userId: string;
  /** With a new token, for which the authorizer has no cached result, so that every setting has taken effect. */
  readonly isNew: boolean;
}

/** A request that was served, or was refused because of what it says. */
export interface Served {
  readonly response: ApiResponse;
  readonly span: Span;
  /** How far the settings of the network may be behind. */
  readonly lagMs: number;
  /** It was sent again after a 503, and may have taken effect before. */
  readonly isRepeated: boolean;
}

/** A busy machine is a reason for 503, as injected faults are. */
const MAX_REPETITIONS = 5;

const tokens = new Map<string, Promise<string>>();
let issued = 0;

/**
 * Calls the service. Resolves with undefined where the network has the feature switched off or is over its quota, as
 * the model allows. Throws ModelMismatch where it does not.
 */
export async function ask(
  { network, role, userId, isNew }: Asker,
  feature: Feature | undefined,
  method: HttpMethod,
  path: string,
  body?: object,
): Promise<Served | undefined> {
  const token = await tokenOf(network.networkId, userId, role, isNew);
  const lagMs = isNew ? 0 : CACHED_MS;
  const from = Date.now();
  const send = () => call(method, path, { token, ...(body && { body }) });
  let response = await send();
  let repetitions = 0;
  const isUnknown = () => response.status === 503 || (response.status === 429 && repetitions > 0);
  for (; isUnknown() && repetitions < MAX_REPETITIONS; repetitions++) {
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
    response = await send();
  }
  const span = { from, to: Date.now() };
  const { status, text } = response;
  must(status < 500, `${method} ${path} got ${status}: ${text}`);
  const isOn = feature === undefined ? new Set([true]) : network.features[feature].possible(span, lagMs);
  if (status === 403) {
    must(isOn.has(false), `${method} ${path} got 403 although the feature is on: ${text}`);
    return undefined;
  }
  must(isOn.has(true), `${method} ${path} got ${status} although the feature is off`);
  if (status === 429) {
    must(network.hasSmallQuotas, `${method} ${path} got 429 although its quotas are large: ${text}`);
    return undefined;
  }
  return { response, span, lagMs, isRepeated: repetitions > 0 };
}

function tokenOf(networkId: string, userId: string, role: Role, isNew: boolean): Promise<string> {
  issued += 1;
  // Its own lifetime makes it differ from all others.
  if (isNew) return tokenFor(networkId, userId, role, 3_600 + issued);
  const key = JSON.stringify([networkId, userId, role]);
  const token = tokens.get(key) ?? tokenFor(networkId, userId, role);
  tokens.set(key, token);
  return token;
}
