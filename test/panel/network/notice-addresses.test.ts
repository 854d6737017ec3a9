/** The addresses in the panel. The form must never refuse what the API accepts. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { NoticeAddress } from '../../../contract/notice-settings.ts';
import { addressesError, addressesIn } from '../../../panel/network/notice-addresses.ts';

test('addresses are read from lines, and what separates them otherwise', () => {
  expect(addressesIn(' a@example.com \n\nb@example.com, c@example.com;')).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ]);
  expect(addressesIn(' \n')).toEqual([]);
});

test('an address is right where the API accepts it', () => {
  const text = fc.oneof(fc.emailAddress(), fc.stringMatching(/^[\w.+-]{1,70}@[\w.-]{1,10}$/));
  fc.assert(fc.property(text, (one) => (addressesError(one) === undefined) === v.is(NoticeAddress, one)));
});

test('at most ten are possible', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `${n}@example.com`).join('\n');
  expect(addressesError(lines(10))).toBeUndefined();
  expect(addressesError(lines(11))).toBe('Use at most 10 addresses instead of 11.');
});
