import { globSync, readFileSync } from 'node:fs';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { loggedError, problemOf, withLoggedErrors } from '../../lambdas/shared/logged-error.ts';
import fc from '../support/fast-check.ts';

const SECRET = 'whsec_of_alice';
/** Texts with the secret, also some that look like frames of a stack. */
const secrets = fc
  .tuple(fc.string(), fc.constantFrom('', '\n', '\n    at '), fc.string())
  .map(([before, line, after]) => `${before}${line}${SECRET}${line}${after}`);

/** What `run` throws. */
function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

const Item = v.object({
  userId: v.number(),
  keys: v.array(v.object({ secret: v.number() })),
  callers: v.record(v.string(), v.number()),
});

/** Errors that hold or quote a text of an item or of a request. */
const errors = secrets.chain((text) =>
  fc.constantFrom<() => unknown>(
    () => v.parse(Item, { userId: text, keys: [], callers: {} }),
    () => v.parse(Item, { userId: 1, keys: [{ secret: text }], callers: {} }),
    () => v.parse(Item, { userId: 1, keys: [], callers: { [text]: text } }),
    () => v.parse(v.array(Item), [text]),
    () => v.parse(v.picklist(['a', 'b']), text),
    // The sign keeps a text in quotation marks from being JSON.
    () => JSON.parse(`{"data":-${text}}`),
    () => JSON.parse(`-${text}`),
    () => new URL(`//${text}`),
    () => {
      throw new ConditionalCheckFailedException({
        message: 'It failed.',
        $metadata: {},
        Item: { secret: { S: text } },
      });
    },
    () => {
      throw text;
    },
  ),
);

describe('an error in a log', () => {
  test('has nothing of the item or the text that it is about, nor do its causes', () => {
    fc.assert(
      fc.property(errors, fc.boolean(), (fail, isCause) => {
        const error = thrownBy(fail);
        const logged = loggedError(isCause ? new Error('It failed.', { cause: error }) : error);
        expect(JSON.stringify(logged)).not.toContain(SECRET);
      }),
    );
  });

  test('says where it was thrown, and what AWS and Node say of it', () => {
    const code = 'ECONNRESET';
    const ofNode = Object.assign(new TypeError('read ECONNRESET', { cause: new RangeError('inner') }), { code });
    expect(loggedError(ofNode)).toMatchObject({
      errorType: 'TypeError',
      errorMessage: 'read ECONNRESET',
      stackTrace: expect.arrayContaining([expect.stringContaining('logged-error.test.ts')]),
      code,
      cause: { errorType: 'RangeError', errorMessage: 'inner' },
    });
    const ofAws = new ConditionalCheckFailedException({ message: 'It failed.', $metadata: { requestId: 'R1' } });
    expect(loggedError(ofAws)).toMatchObject({ errorType: 'ConditionalCheckFailedException', requestId: 'R1' });
  });

  test('has three causes at most, however many there are', () => {
    const circle = new Error('again');
    circle.cause = circle;
    expect(JSON.stringify(loggedError(circle)).match(/"errorMessage"/g)).toHaveLength(4);
  });

  test('names the attribute that a schema has refused, and nothing below it', () => {
    const problem = (schema: v.GenericSchema, input: unknown) => {
      const { issues } = v.safeParse(schema, input);
      return issues && problemOf(issues);
    };
    expect(problem(Item, { userId: 1, keys: [{ secret: 'x' }], callers: {} })).toBe('keys is malformed');
    expect(problem(v.array(Item), [{ userId: 'x' }])).toBe('0.userId is malformed');
    expect(problem(v.object({ body: v.object({ S: v.string() }) }), { body: { S: 1 } })).toBe('body.S is malformed');
    expect(problem(v.string(), 1)).toBe('it is malformed');
  });
});

test('what a handler throws has nothing of the item either, since Lambda logs it', async () => {
  await fc.assert(
    fc.asyncProperty(errors, async (fail) => {
      const failing = withLoggedErrors(async () => fail());
      const error: unknown = await failing().catch((thrown: unknown) => thrown);
      if (!(error instanceof Error)) throw new Error('It has not failed.');
      const { name, message, stack } = error;
      expect(JSON.stringify([name, message, stack, { ...error }, error.cause])).not.toContain(SECRET);
    }),
  );
});

const sources = globSync('lambdas/**/*.ts').map((file) => ({ file, source: readFileSync(file, 'utf8') }));

test('what a handler throws has its cause in the entry of Lambda', async () => {
  const failing = withLoggedErrors(async () => {
    throw new Error('outer', { cause: new RangeError('inner') });
  });
  const error: unknown = await failing().catch((thrown: unknown) => thrown);
  expect(JSON.stringify({ ...(error instanceof Error && error) })).toContain('"errorMessage":"inner"');
});

test('every entry has errors in this form only', () => {
  const entries = sources.flatMap(({ file, source }) =>
    [...source.matchAll(/console\.\w+\(([^;]*?)\);/g)].map(([, entry = '']) => ({ file, entry })),
  );
  expect(entries.length).toBeGreaterThan(20);
  const withError = /\b(error|cause|failure)\b(?!: loggedError\(|\)|')/;
  expect(entries.filter(({ entry }) => withError.test(entry.replaceAll(/'[^']*'/g, "''")))).toEqual([]);
});

test('every function is a route, a reader of a stream, or has its errors in this form', () => {
  const handlers = sources.filter(({ source }) => /^export .*\bhandler\b/m.test(source));
  expect(handlers.length).toBeGreaterThan(40);
  const kinds = /^export const handler = (route|\w+Route|eachRecord|wholeBatch|withLoggedErrors)\(/m;
  expect(handlers.filter(({ source }) => !kinds.test(source)).map(({ file }) => file)).toEqual([]);
});
