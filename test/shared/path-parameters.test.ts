/** Ids in paths (docs/spec/requests.md#ids-in-the-path): none is taken for another, however API Gateway decodes them. */
import { expect, test } from '@jest/globals';
import { eraseUser } from '../../contract/user-data.ts';
import { ServiceError } from '../../lambdas/shared/errors.ts';
import { readParameters } from '../../lambdas/shared/request.ts';
import { anyText } from '../support/any-text.ts';
import fc from '../support/fast-check.ts';

/** What a route with the path `/users/{userId}/data` reads; the status where it refuses. */
function read(rawPath: string, userId: string) {
  try {
    return readParameters(eraseUser, { rawPath, pathParameters: { userId } });
  } catch (error) {
    if (error instanceof ServiceError) return error.status;
    throw error;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How API Gateway might pass on what was sent: AWS's pages don't say how. */
const gateways: Readonly<Record<string, (sent: string) => readonly [rawPath: string, parameter: string]>> = {
  'the path as it was sent': (sent) => [sent, decoded(sent)],
  'both decoded': (sent) => [decoded(sent), decoded(sent)],
  'neither decoded': (sent) => [sent, sent],
  'the parameter as it was sent': (sent) => [decoded(sent), sent],
  'the parameter decoded twice': (sent) => [sent, decoded(decoded(sent))],
};

const escaped = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
const id = fc.oneof(
  anyText.filter((text) => text.isWellFormed()),
  fc.constantFrom(
    'alice',
    'ada@corp.example',
    'a b',
    'ünïcode-名前-🙂',
    "a'b",
    'a+b',
    'a,b;c=d',
    '100%',
    'a%41',
    'a%2Fb',
    'a/b',
  ),
  fc
    .array(fc.constantFrom('a', '%', '%41', '%2F', '%25', '4', '1', '/'), { maxLength: 6 })
    .map((parts) => parts.join('')),
);
/** As callers encode an id: as JavaScript does, more than needed, or not at all where that is allowed. */
const encoded = fc.constantFrom(encodeURIComponent, escaped, (text: string) =>
  encodeURIComponent(text).replaceAll('%40', '@'),
);

test.each(Object.entries(gateways))(
  'an id is that which was sent, or refused, by a gateway that passes on %s',
  (_, pass) => {
    fc.assert(
      fc.property(id, encoded, (text, encode) => {
        const sent = encode(text);
        const [segment, parameter] = pass(sent);
        const found = read(`/users/${segment}/data`, parameter);
        expect([400, 404]).toContainEqual(typeof found === 'number' ? found : 400);
        if (typeof found !== 'number') expect(found.userId).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  },
);

test.each(['alice', 'ada@corp.example', 'a b', 'ünïcode-名前-🙂', "a'b!(c)*", 'a+b', 'a,b;c=d', '-._~'])(
  '%s can stand in a path',
  (text) => {
    for (const name of ['the path as it was sent', 'both decoded'])
      expect(read(`/users/${gateways[name]?.(encodeURIComponent(text))[0]}/data`, text)).toEqual({ userId: text });
    // Below the path of a domain of its own.
    expect(read(`/v1/users/${encodeURIComponent(text)}/data`, text)).toEqual({ userId: text });
  },
);

test.each([
  ['%61lice', 'alice'],
  ['a%2Fb', 'a/b'],
  ['a%2541', 'a%41'],
  ['a%41', 'aA'],
  ['a%zz', 'a%zz'],
  ['a%3Fb', 'a?b'],
  ['bob', 'alice'],
])('%s as %s is refused', (sent, parameter) => {
  expect(read(`/users/${sent}/data`, parameter)).toBe(400);
});
