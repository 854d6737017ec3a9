import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { publicHttpsOnly } from '../../contract/target-policy.ts';
import { rangeOf } from '../../lambdas/shared/address-ranges.ts';
import { vetWebhookUrl } from '../../lambdas/shared/webhook-url.ts';
import { anyText } from '../support/any-text.ts';

/** An independent check: ipaddr.js names the range and parses the address. */
function isPublic(bytes: readonly number[]): boolean {
  const address = ipaddr.fromByteArray([...bytes]);
  const range: string = address.range();
  if (bytes.length === 4) return range === 'unicast';
  const carriesLast = bytes.slice(0, 10).every((byte) => byte === 0) && [0, 255].includes(bytes[10] ?? -1);
  const isLoopbackOrNone = bytes.slice(0, 15).every((byte) => byte === 0) && (bytes[15] ?? 0) < 2;
  if (carriesLast && bytes[10] === bytes[11] && !isLoopbackOrNone) return isPublic(bytes.slice(12));
  if (range === 'rfc6052') return bytes[5] === 0 && isPublic(bytes.slice(12));
  if (range === '6to4') return isPublic(bytes.slice(2, 6));
  return range === 'unicast' && (bytes[0] ?? 0) >> 5 === 1;
}

const byte = fc.integer({ min: 0, max: 255 });
const anyBytes = (length: number) => fc.array(byte, { minLength: length, maxLength: length });

const v4Starts = ['0', '10', '100.64', '127', '169.254', '172.16', '192.0.0', '192.168', '198.18', '203.0.113', '224'];
const v4Bytes = fc.oneof(
  anyBytes(4),
  fc
    .tuple(fc.constantFrom(...v4Starts), anyBytes(4))
    .map(([start, rest]) => [...start.split('.').map(Number), ...rest].slice(0, 4)),
);

const v6Starts = ['::', '::ffff:0:0', '64:ff9b::', '64:ff9b:1::', '2001::', '2001:db8::', '2002::', '2620:4f:8000::']
  .concat(['3fff::', '5f00::', '100::', 'fc00::', 'fe80::', 'fec0::', 'ff00::', '2000::', '::ffff:0:0:0'])
  .map((start) => ipaddr.parse(start).toByteArray());
/** Any address; one that begins like a special block; and one of those that ends with an IPv4 address of interest. */
const v6Bytes = fc.oneof(
  anyBytes(16),
  fc
    .tuple(fc.constantFrom(...v6Starts), fc.integer({ min: 2, max: 16 }), anyBytes(16))
    .map(([start, kept, rest]) => [...start.slice(0, kept), ...rest.slice(kept)]),
  fc.tuple(fc.constantFrom(...v6Starts), v4Bytes).map(([start, v4]) => [...start.slice(0, 12), ...v4]),
  v4Bytes.map((v4) => [0x20, 0x02, ...v4, ...Array<number>(10).fill(1)]),
);

/** One part of an IPv4 literal, in a spelling that the URL standard allows. */
const spelled = (value: number, base: 'decimal' | 'octal' | 'hex') =>
  ({ decimal: `${value}`, octal: `0${value.toString(8)}`, hex: `0x${value.toString(16)}` })[base];

const bases = fc.array(fc.constantFrom('decimal', 'octal', 'hex'), { minLength: 4, maxLength: 4 });

/** An IPv4 address in 1 to 4 parts; the last part has all remaining bytes. */
function literal(bytes: readonly number[], parts: number, spelling: readonly ('decimal' | 'octal' | 'hex')[]): string {
  const lead = bytes.slice(0, parts - 1);
  const last = bytes.slice(parts - 1).reduce((value, next) => value * 256 + next, 0);
  return [...lead, last].map((value, index) => spelled(value, spelling[index] ?? 'decimal')).join('.');
}

describe('the address guard agrees with an independent check', () => {
  const runs = { numRuns: 1500 };

  test('on IPv4 addresses', () => {
    fc.assert(
      fc.property(v4Bytes, (bytes) => {
        expect(rangeOf(bytes.join('.')) === 'public').toBe(isPublic(bytes));
      }),
      runs,
    );
  });

  test('on IPv6 addresses, short and long', () => {
    fc.assert(
      fc.property(v6Bytes, (bytes) => {
        const address = new ipaddr.IPv6([...bytes]);
        const expected = isPublic(bytes);
        expect(rangeOf(address.toString()) === 'public').toBe(expected);
        expect(rangeOf(address.toNormalizedString()) === 'public').toBe(expected);
        expect(vetWebhookUrl(`https://[${address}]/`, publicHttpsOnly).url !== undefined).toBe(expected);
      }),
      runs,
    );
  });

  test('on IPv4 literals in every spelling', () => {
    fc.assert(
      fc.property(v4Bytes, fc.integer({ min: 1, max: 4 }), bases, (bytes, parts, spelling) => {
        const { url } = vetWebhookUrl(`https://${literal(bytes, parts, spelling)}/`, publicHttpsOnly);
        expect(url !== undefined).toBe(isPublic(bytes));
      }),
      runs,
    );
  });

  test('of any text, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.webUrl()), (text) => {
        const { url, refusal } = vetWebhookUrl(text, publicHttpsOnly);
        expect((url === undefined) !== (refusal === undefined)).toBe(true);
        rangeOf(text);
      }),
    );
  });
});
