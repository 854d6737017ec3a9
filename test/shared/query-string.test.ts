import { describe, expect, test } from '@jest/globals';
import { parseQueryString } from '../../lambdas/shared/request.ts';
import fc from '../support/fast-check.ts';

describe('query strings', () => {
  test('are read with repeated parameters apart and in order, whatever their values', () => {
    const value = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const raw = values.map((text) => `checkList=${encodeURIComponent(text)}`).join('&');
        expect(parseQueryString(raw).get('checkList') ?? []).toEqual(values);
      }),
    );
  });

  test.each([
    ['a=1%2C2', '1,2'],
    ['a=1,2', '1,2'],
    ['a=x+y', 'x y'],
    ['a=x%2By', 'x+y'],
    ['a=b=c', 'b=c'],
    ['a', ''],
    ['a=', ''],
    ['%61=1', '1'],
    ['&&a=%F0%9F%98%80&', '😀'],
  ])('%s is decoded like a form', (raw, value) => {
    expect(parseQueryString(raw).get('a')).toEqual([value]);
  });

  test.each(['a=100%', 'a=%zz', 'a=%FF', 'a=%ED%A0%80'])(
    '%s is refused, since it is not percent-encoded UTF-8',
    (raw) => {
      expect(() => parseQueryString(raw)).toThrow('percent-encoded UTF-8');
    },
  );
});
