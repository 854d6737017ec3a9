/** A service in memory that responds to blocks, their list and hide checks, for tests of the client without a network. */
import { type Client, type ClientOptions, createClient, type Fetch, type HideMode } from '../../client/index.ts';

/** A service and what a test sets of it. */
export interface BlockService {
  /** Whom the user has blocked, with the time at which it ends: milliseconds since 1970, or Infinity. */
  blocked: Map<string, number>;
  /** Who has blocked the user. */
  blockedBy: Set<string>;
  hideMode: HideMode;
  /** How far its clock is ahead of the device's: milliseconds. */
  ahead: number;
  /** Requests, such as `POST /block`, each of which is refused once with the status. */
  refusals: { readonly request: string; readonly status: number }[];
  /** The requests that it got. */
  requests: string[];
  /** Requests wait for it before they are handled. */
  gate: Promise<void>;
  readonly isHidden: (userId: string) => boolean;
  /** The ids of those whom the user has blocked, in ascending order. */
  readonly list: () => readonly string[];
  /** How many pages of the list were requested. */
  readonly listed: () => number;
  /** Holds requests from now on until the function that it returns is called. */
  readonly hold: () => () => void;
  readonly fetch: Fetch;
  readonly newClient: (options?: Partial<ClientOptions>) => Client;
}

/** A new service of a user who has blocked nobody. */
export function blockService(): BlockService {
  const now = (): number => Date.now() + service.ahead;
  const isBlocked = (userId: string): boolean => (service.blocked.get(userId) ?? 0) > now();

  const service: BlockService = {
    blocked: new Map(),
    blockedBy: new Set(),
    hideMode: 'blocker',
    ahead: 0,
    refusals: [],
    requests: [],
    gate: Promise.resolve(),
    isHidden: (userId) => isBlocked(userId) || (service.hideMode === 'mutual' && service.blockedBy.has(userId)),
    list: () => [...service.blocked.keys()].filter(isBlocked).sort(),
    listed: () => service.requests.filter((request) => request === 'POST /block').length,
    hold() {
      let release = (): void => {};
      service.gate = new Promise((done) => {
        release = done;
      });
      return release;
    },
    fetch: handle,
    newClient: (options = {}) =>
      // A clock that a test moves is no time-out.
      createClient({
        baseUrl: 'http://service',
        token: 'token',
        retries: 0,
        timeoutMilliseconds: 2 ** 31 - 1,
        fetch: handle,
        ...options,
      }),
  };

  async function handle(url: string, { method, body }: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    const request = `${method} ${pathname}`;
    service.requests.push(request);
    await service.gate;
    const refusal = service.refusals.find((one) => one.request === request);
    if (refusal !== undefined) {
      service.refusals = service.refusals.filter((one) => one !== refusal);
      const { status } = refusal;
      return Response.json({ status: 'error', code: 400000, message: 'refused' }, { status });
    }
    if (method === 'GET') {
      const checked = searchParams.getAll('checkList').map((userId) => [userId, service.isHidden(userId)]);
      return Response.json(Object.fromEntries(checked));
    }
    const { blockUserId, expiresInSeconds = Number.POSITIVE_INFINITY, paginationToken } = JSON.parse(`${body}`);
    if (pathname === '/block') return Response.json(pageAfter(paginationToken?.blocked_userId));
    if (method === 'DELETE') service.blocked.delete(blockUserId);
    else service.blocked.set(blockUserId, now() + 1_000 * expiresInSeconds);
    return Response.json({ status: 'success' });
  }

  function pageAfter(after = '') {
    const rest = service.list().filter((userId) => userId > after);
    const results = rest.slice(0, 20).map((userId) => {
      const end = service.blocked.get(userId) ?? Number.POSITIVE_INFINITY;
      const times = end < Number.POSITIVE_INFINITY && { expiresAt: new Date(end).toISOString() };
      return { blocked_userId: userId, netid_uid: 'demo_alice', ...times };
    });
    const paginationToken = rest.length > 20 ? results.at(-1) : undefined;
    return { results, paginationToken, hideMode: service.hideMode, now: new Date(now()).toISOString() };
  }
  return service;
}
