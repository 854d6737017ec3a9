import { describe, expect, test } from '@jest/globals';
import { MAX_JSON_LEVELS } from '../../contract/json-text.ts';
import type { RequestBody } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { readBody } from '../../lambdas/shared/request-body.ts';

const read = (body: string, definition: RequestBody) =>
  readBody({ body, headers: { 'content-type': 'application/json' }, isBase64Encoded: false }, definition);

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const bodies = Object.entries(routes).flatMap(([name, route]) => {
  const definition: RequestBody | undefined = 'body' in route ? route.body : undefined;
  return definition === undefined ? [] : [[name, definition] as const];
});

describe('a body that is nested too deeply', () => {
  test.each(bodies)(
    'is refused by %s with 400 and the name of the member, up to any depth that its size allows',
    (name, definition) => {
      const [before, member, after] =
        name === 'ingestEvents' ? ['{"events":[{},{"data":', 'events[1].data', '}]}'] : ['{"a":1,"b":', 'b', '}'];
      const body = (levels: number): string => `${before}${nested(levels)}${after}`;
      expect(read(body(MAX_JSON_LEVELS), definition).text).toBe(body(MAX_JSON_LEVELS));
      const message = `${member} must be nested at most ${MAX_JSON_LEVELS} levels deep`;
      const largest = Math.floor((definition.maxBytes - body(0).length) / 2);
      for (const levels of [MAX_JSON_LEVELS + 1, largest])
        expect(() => read(body(levels), definition)).toThrow(expect.objectContaining({ status: 400, message }));
    },
  );

  test('is one that is nested as text, although another value of the same member counts', () => {
    const deep = nested(MAX_JSON_LEVELS);
    const body = `{"events":[{"data":{"a":${deep},"a":1}}]}`;
    const message = 'events[0].data must be nested at most 64 levels deep';
    expect(() => read(body, routes.ingestEvents.body)).toThrow(expect.objectContaining({ status: 400, message }));
  });

  test('is named in part where the name is long', () => {
    const message = `${'n'.repeat(100)}… must be nested at most 64 levels deep`;
    const body = `{"${'n'.repeat(5_000)}":${nested(MAX_JSON_LEVELS + 1)}}`;
    expect(() => read(body, routes.blockUser.body)).toThrow(expect.objectContaining({ message }));
  });

  test.each(['[', '{"a":'])('is not JSON where it does not end: %s', (opening) => {
    const message = 'the request body must be a JSON object';
    expect(() => read(opening.repeat(2_000), routes.blockUser.body)).toThrow(expect.objectContaining({ message }));
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
])('%s has members that no body may have, except events: %s', (body, isForbidden) => {
  if (isForbidden) expect(() => read(body, routes.blockUser.body)).toThrow(/must not have members named __proto__/);
  else expect(read(body, routes.blockUser.body).value).toEqual(JSON.parse(body));
  expect(read(body, routes.ingestEvents.body)).toEqual({ text: body, value: JSON.parse(body) });
});
