/** Holds the responses that the pages of a browser get from the API against the OpenAPI document. */
import type { BrowserContext, Response } from 'playwright-core';
import { expectDocumented } from '../documented-responses.ts';
import { cloud } from '../service.ts';

/** Checks every response of the shared local cloud to the pages of the context. */
export function expectDocumentedIn(context: BrowserContext): void {
  const { origin } = new URL(cloud().url);
  context.on('response', (response) => {
    if (new URL(response.url()).origin === origin) void check(response);
  });
}

async function check(response: Response): Promise<void> {
  const { pathname } = new URL(response.url());
  const method = response.request().method();
  // A page that is closed or left drops the bodies that it has not read.
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return;
  const contentType = response.headers()['content-type'];
  expectDocumented({ method, path: pathname }, { status: response.status(), contentType, text });
}
