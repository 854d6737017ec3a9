import { describe, expect, test } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import { publicHttpsOnly, type TargetPolicy } from '../../contract/target-policy.ts';
import { rangeOf } from '../../lambdas/shared/address-ranges.ts';
import { vetWebhookUrl } from '../../lambdas/shared/webhook-url.ts';
import { anyText } from '../support/any-text.ts';
import fc from '../support/fast-check.ts';

describe('The range of an address', () => {
  /** Each block: its first and last address, and the public addresses before and after it, if any. */
  test.each([
    ['unspecified', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
    ['private', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['shared', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['private', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['special-purpose', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['documentation', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['special-purpose', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
    ['special-purpose', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
    ['special-purpose', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['private', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['special-purpose', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
    ['benchmarking', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['documentation', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['documentation', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255', undefined],
    ['reserved', '240.0.0.0', '255.255.255.255', undefined, undefined],
    ['special-purpose', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, '2001:200::'],
    [
      'documentation',
      '2001:db8::',
      '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
      '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
      '2001:db9::',
    ],
    [
      'special-purpose',
      '2620:4f:8000::',
      '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
      '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
      '2620:4f:8001::',
    ],
    ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ])('is %s from %s to %s, and public around it', (range, first, last, before, after) => {
    expect([first, last].map(rangeOf)).toEqual([range, range]);
    for (const neighbour of [before, after]) if (neighbour !== undefined) expect(rangeOf(neighbour)).toBe('public');
  });

  test.each([
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['special-purpose', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['special-purpose', '100::', '100::ffff:ffff:ffff:ffff'],
    ['special-purpose', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
    ['special-purpose', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['private', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['reserved', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '4000::'],
    ['public', '2003::', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'],
    ['invalid', 'fe80::1%eth0', '2606:4700::1%1', '', 'example.com', '1.2.3', '01.2.3.4', '[::1]', '::1.2.3'],
  ])('is %s', (range, ...addresses) => {
    expect(addresses.map(rangeOf)).toEqual(addresses.map(() => range));
  });

  test.each([
    ['IPv4-mapped', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::169.254.169.254', '::a9fe:a9fe', '::808:808'],
    ['NAT64', '64:ff9b::169.254.169.254', '64:ff9b::a9fe:a9fe', '64:ff9b::8.8.8.8'],
    ['6to4', '2002:a9fe:a9fe::', '2002:a9fe:a9fe:1:2:3:4:5', '2002:808:808::1'],
  ])('is that of the address inside, if it is %s', (_kind, dotted, hex, open) => {
    expect([dotted, hex, open].map(rangeOf)).toEqual(['link-local', 'link-local', 'public']);
  });
});

describe('A webhook URL', () => {
  const notPublic = /^must point to a public (address, not to a|IPv4 address: webhooks are sent by IPv4 only$)/;
  const notByIpv6 = 'must point to a public IPv4 address: webhooks are sent by IPv4 only';

  // Every spelling of numbers: "agrees with an independent check" below.
  test.each([
    'https://127.0.0.1',
    'https://%31%32%37.0.0.1',
    'https://１２７．０．０．１',
    'https:\\\\127.0.0.1',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://localhost',
    'https://anything.localhost',
    'https://ｌｏｃａｌｈｏｓｔ',
  ])('%s is refused as not public', (text) => {
    expect(vetWebhookUrl(text, publicHttpsOnly).refusal).toMatch(notPublic);
  });

  test.each([
    ['http://hooks.example.com', 'must use https'],
    ['ftp://hooks.example.com', 'must use https'],
    ['hooks.example.com/x', 'must be an absolute URL, such as https://hooks.example.com/events'],
    ['https://', 'must be an absolute URL, such as https://hooks.example.com/events'],
    ['https://:b@hooks.example.com', 'must not hold a user name or password; use a custom header'],
    ['https://a@hooks.example.com', 'must not hold a user name or password; use a custom header'],
    ['https://hooks.example.com./', 'must name its host without a dot at the end'],
    ['https://[2606:4700:4700::1111]:1024/', notByIpv6],
    ['https://[2001:db8::1]/', notByIpv6],
    ['https://[::ffff:8.8.8.8]/', notByIpv6],
    ['https://[::1]/', notByIpv6],
    [`https://${'a'.repeat(250)}.com`, 'must name a host of at most 253 characters, as they are in ASCII'],
    [`https:${'a'.repeat(250)}.com`, 'must name a host of at most 253 characters, as they are in ASCII'],
    [`https://${'é'.repeat(250)}.com`, 'must name a host of at most 253 characters, as they are in ASCII'],
    ['https://hooks.example.com:1023', 'must use port 80, 443, or one from 1024 up'],
    ['https://hooks.example.com/a b', 'must not hold spaces or control characters; percent-encode them'],
    ['https://hooks.exam\tple.com', 'must not hold spaces or control characters; percent-encode them'],
    ['https://hooks.example.com\r\nx: y', 'must not hold spaces or control characters; percent-encode them'],
    [`https://hooks.example.com/${'a'.repeat(2023)}`, 'must be at most 2048 characters'],
    [`https://hooks.example.com/${'é'.repeat(1000)}`, 'must be at most 2048 characters once percent-encoded'],
  ])('%j is refused', (text, refusal) => {
    expect(vetWebhookUrl(text, publicHttpsOnly)).toEqual({ refusal });
  });

  test.each([
    'https://hooks.example.com',
    'https://hooks.example.com:8443/a?b=c%20d&e',
    'https://1.1.1.1/x',
    'https://bücher.example/',
    'https://hooks.example.com:80/',
    `https://hooks.example.com/${'a'.repeat(2022)}`,
    `https://hooks.example.com/${'é'.repeat(337)}`,
  ])('%s may be called', (text) => {
    expect(vetWebhookUrl(text, publicHttpsOnly).url?.href).toBe(new URL(text).href);
  });

  test('may use http and loopback, and nothing more, if the stage allows those', () => {
    const local: TargetPolicy = { allowHttp: true, allowedRanges: ['loopback'] };
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.9.9.9]', 'localhost', 'a.localhost', 'example.com']) {
      expect(vetWebhookUrl(`http://${host}:3001/`, local)).toHaveProperty('url');
    }
    expect(vetWebhookUrl('http://example.com:443/', local)).toHaveProperty('url');
    for (const host of ['10.0.0.1', '169.254.169.254', '[fe80::1]', '0.0.0.0', '[fd00::1]', '[2606:4700::1]']) {
      expect(vetWebhookUrl(`http://${host}:3001/`, local).refusal).toMatch(notPublic);
    }
    const beside = { ...local, refusedPorts: [80, 3001] };
    for (const url of ['http://127.0.0.1:3001/', 'http://[::1]', 'https://a.localhost:3001/'])
      expect(vetWebhookUrl(url, beside).refusal).toMatch(notPublic);
    for (const url of ['http://127.0.0.1:3002/', 'https://127.0.0.1/', 'http://example.com:3001/'])
      expect(vetWebhookUrl(url, beside)).toHaveProperty('url');
    expect(vetWebhookUrl('ftp://127.0.0.1', local)).toEqual({ refusal: 'must use https or http' });
  });
});

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
        expect(vetWebhookUrl(`https://[${address}]/`, publicHttpsOnly)).toHaveProperty('refusal');
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
