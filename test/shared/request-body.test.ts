import { describe, expect, test } from '@jest/globals';
import middy from '@middy/core';
import { MAX_JSON_LEVELS } from '../../contract/json-text.ts';
import type { RequestBody } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import type { RouteEvent } from '../../lambdas/shared/request.ts';
import { jsonBody } from '../../lambdas/shared/request-body.ts';
import type { RequestContext } from '../../lambdas/shared/responses.ts';
import fc from '../support/fast-check.ts';
import { lambdaContext, requestWith } from '../support/route-requests.ts';

/** What the handler of a route gets: the exact text of the body, and the value. */
async function read(body: string, definition: RequestBody) {
  const handler = middy(async (read: RouteEvent, { bodyText }: RequestContext) => ({
    text: bodyText,
    value: read.body,
  })).use(jsonBody(definition));
  return handler(requestWith({ body }), lambdaContext());
}

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const bodies = Object.entries(routes).flatMap(([name, route]) => {
  const definition: RequestBody | undefined = 'body' in route ? route.body : undefined;
  return definition === undefined ? [] : [[name, definition] as const];
});

describe('a body that is nested too deeply', () => {
  test.each(bodies)(
    'is refused by %s with 400 and the name of the member, up to any depth that its size allows',
    async (name, definition) => {
      const [before, member, after] =
        name === 'ingestEvents' ? ['{"events":[{},{"data":', 'events[1].data', '}]}'] : ['{"a":1,"b":', 'b', '}'];
      const body = (levels: number): string => `${before}${nested(levels)}${after}`;
      expect((await read(body(MAX_JSON_LEVELS), definition)).text).toBe(body(MAX_JSON_LEVELS));
      const message = `${member} must be nested at most ${MAX_JSON_LEVELS} levels deep`;
      const largest = Math.floor((definition.maxBytes - body(0).length) / 2);
      for (const levels of [MAX_JSON_LEVELS + 1, largest])
        await expect(read(body(levels), definition)).rejects.toMatchObject({ status: 400, message });
    },
  );

  test('is one that is nested as text, although another value of the same member counts', async () => {
    const deep = nested(MAX_JSON_LEVELS);
    const body = `{"events":[{"data":{"a":${deep},"a":1}}]}`;
    const message = 'events[0].data must be nested at most 64 levels deep';
    await expect(read(body, routes.ingestEvents.body)).rejects.toMatchObject({ status: 400, message });
  });

  test('is named in part where the name is long', async () => {
    const message = `${'n'.repeat(100)}… must be nested at most 64 levels deep`;
    const body = `{"${'n'.repeat(5_000)}":${nested(MAX_JSON_LEVELS + 1)}}`;
    await expect(read(body, routes.blockUser.body)).rejects.toMatchObject({ message });
  });

  test.each(['[', '{"a":'])('is not JSON where it does not end: %s', async (opening) => {
    const message = 'the request body must be a JSON object';
    await expect(read(opening.repeat(2_000), routes.blockUser.body)).rejects.toMatchObject({ message });
  });
});

test.each([
  ['{"a":{"__proto__":1}}', true],
  ['{"a":[{"constructor":{"prototype":1}}]}', true],
  ['{"a":{"constructor":1,"prototype":2}}', false],
  ['{"\\u005f_proto__":1}', true],
  ['{"\\u005F\\u005fproto\\u005f_":1}', true],
  ['{"con\\u0073tructor":{"proto\\u0074ype":1}}', true],
  ['{"a":"\\u005f_proto__"}', false],
])('%s has members that no body may have, except events: %s', async (body, isForbidden) => {
  const ofBlock = read(body, routes.blockUser.body);
  if (isForbidden) await expect(ofBlock).rejects.toThrow(/must not have members named __proto__/);
  else expect((await ofBlock).value).toEqual(JSON.parse(body));
  expect(await read(body, routes.ingestEvents.body)).toEqual({ text: body, value: JSON.parse(body) });
});

test('a body that is JSON arrives as it is, and any other text is refused as no JSON', async () => {
  const opened = fc.array(fc.constantFrom('[', '{"a":', '{', '"', '\\', '1', ']', '}', ',', ':', ' ', 'é'));
  const texts = fc.oneof(
    fc.json({ maxDepth: 5 }),
    fc.json({ maxDepth: 5 }).map((text) => text.slice(0, -1)),
    opened.map((parts) => parts.join('')),
    fc.tuple(fc.nat(200), fc.string()).map(([levels, text]) => `${'['.repeat(levels)}${text}`),
  );
  const definition = { ...routes.blockUser.body, maxBytes: 10_000 };
  const property = fc.asyncProperty(
    texts.filter((text) => text !== ''),
    async (text) => {
      const outcome = await read(text, definition).catch((error: Error) => error.message);
      if (!isJsonText(text)) expect(outcome).toBe('the request body must be a JSON object');
      else if (typeof outcome === 'object') expect(outcome).toEqual({ text, value: JSON.parse(text) });
      else expect(outcome).toMatch(/levels deep$|^the request body must not have members named/);
    },
  );
  await fc.assert(property, { numRuns: 1_000 });
});

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
