/** What a browser shows while a page of the site is being built. */
import { setTimeout } from 'node:timers/promises';
import type { GatewayRequest } from '../gateway/request.ts';
import type { GatewayResponse } from '../gateway/response.ts';

/** Long enough for files that only have to be read. */
const PATIENCE_MS = 500;
/** The query of a request that waits as long as it takes, and so has the error of a build that fails. */
const AWAITED = 'awaited';

const waitingPage: GatewayResponse = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="1; url=?${AWAITED}"><title>Being built</title></head><body><main><h1>This page is being built</h1><p>It appears by itself, in about ten seconds.</p></main></body></html>`,
  ),
};

/**
 * The response; or, to a browser that opens a page whose response takes long, a page that says so. That page asks again
 * after a second, and stays until there is the response to that.
 */
export function orWaitingPage(
  { headers, query }: Pick<GatewayRequest, 'headers' | 'query'>,
  response: Promise<GatewayResponse>,
): Promise<GatewayResponse> {
  const isOpened = headers['accept']?.includes('text/html') === true && query !== AWAITED;
  return isOpened ? Promise.race([response, setTimeout(PATIENCE_MS, waitingPage)]) : response;
}
