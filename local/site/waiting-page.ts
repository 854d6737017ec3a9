/** What a client gets while what it asks for is being built: an answer soon, whoever it is. */
import { setTimeout } from 'node:timers/promises';
import type { GatewayRequest } from '../gateway/request.ts';
import type { GatewayResponse } from '../gateway/response.ts';

/** Milliseconds: a browser shows nothing meanwhile, and others can be told only once. */
const PATIENCE_MS = { browser: 500, awaited: 20_000, other: 10_000 };
const RETRY_AFTER_SECONDS = 5;
/** The query of a request that waits longer, and so nearly always has the error of a build that fails. */
const AWAITED = 'awaited';

const waitingPage: GatewayResponse = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="1; url=?${AWAITED}"><title>Being built</title></head><body><main><h1>This page is being built</h1><p>It appears by itself, in about ten seconds.</p></main></body></html>`,
  ),
};

const notYet: GatewayResponse = {
  status: 503,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': `${RETRY_AFTER_SECONDS}`,
  },
  body: Buffer.from(`This is being built, which takes about ten seconds. Ask again in ${RETRY_AFTER_SECONDS} s.\n`),
};

/**
 * The response; or, if that takes long, what says so: to a browser that opens one of the pages that are built slowly, a
 * page that asks again by itself, and to other clients 503 with `Retry-After`. A browser waits for other pages, whose
 * fragments that page would lose.
 */
export function soon(
  { headers, query }: Pick<GatewayRequest, 'headers' | 'query'>,
  isSlow: boolean,
  response: Promise<GatewayResponse>,
  patience = PATIENCE_MS,
): Promise<GatewayResponse> {
  const isBrowser = headers['accept']?.includes('text/html') === true;
  if (!isBrowser) return within(patience.other, response, notYet);
  if (!isSlow) return response;
  return within(query === AWAITED ? patience.awaited : patience.browser, response, waitingPage);
}

async function within<T>(milliseconds: number, result: Promise<T>, otherwise: T): Promise<T> {
  const ended = new AbortController();
  try {
    return await Promise.race([result, setTimeout(milliseconds, otherwise, { signal: ended.signal })]);
  } finally {
    ended.abort();
  }
}
