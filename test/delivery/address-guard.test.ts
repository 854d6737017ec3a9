import { describe, expect, test } from '@jest/globals';
import { publicHttpsOnly, type TargetPolicy } from '../../contract/target-policy.ts';
import { rangeOf } from '../../lambdas/shared/address-ranges.ts';
import { vetWebhookUrl } from '../../lambdas/shared/webhook-url.ts';

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
  const notPublic = /^must point to a public address, not to a/;

  // Every spelling of numbers: address-guard-property.test.ts.
  test.each([
    'https://127.0.0.1',
    'https://0X7F.1',
    'https://127.0.0.1.',
    'https://%31%32%37.0.0.1',
    'https://１２７．０．０．１',
    'https://127。0。0。1',
    'https://①②⑦.0.0.1',
    'https:\\\\127.0.0.1',
    'https:127.0.0.1',
    'https://169.254.169.254/latest/meta-data',
    'https://0',
    'https://0.0.0.0',
    'https://255.255.255.255',
    'https://[::1]',
    'https://[0:0:0:0:0:0:0:1]',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::FFFF:7F00:1]',
    'https://[64:ff9b::10.0.0.1]',
    'https://[2002:7f00:1::]',
    'https://[fd00:ec2::254]',
    'https://localhost',
    'https://LOCALHOST:8443',
    'https://anything.localhost',
    'https://ｌｏｃａｌｈｏｓｔ',
  ])('%s is refused as not public', (text) => {
    expect(vetWebhookUrl(text, publicHttpsOnly).refusal).toMatch(notPublic);
  });

  test.each([
    ['http://hooks.example.com', 'must use https'],
    ['ftp://hooks.example.com', 'must use https'],
    ['file:///etc/passwd', 'must use https'],
    ['javascript:alert(1)', 'must use https'],
    ['hooks.example.com/x', 'must be an absolute URL, such as https://hooks.example.com/events'],
    ['', 'must be an absolute URL, such as https://hooks.example.com/events'],
    ['https://', 'must be an absolute URL, such as https://hooks.example.com/events'],
    ['https://:443/', 'must be an absolute URL, such as https://hooks.example.com/events'],
    ['https://[fe80::1%25eth0]/', 'must be an absolute URL, such as https://hooks.example.com/events'],
    ['https://[fe80::1%eth0]/', 'must be an absolute URL, such as https://hooks.example.com/events'],
    ['https://256.256.256.256/', 'must be an absolute URL, such as https://hooks.example.com/events'],
    ['https://a:b@hooks.example.com', 'must not hold a user name or password; use a custom header'],
    ['https://:b@hooks.example.com', 'must not hold a user name or password; use a custom header'],
    ['https://a@hooks.example.com', 'must not hold a user name or password; use a custom header'],
    ['https://hooks.example.com./', 'must name its host without a dot at the end'],
    ['https://localhost./', 'must name its host without a dot at the end'],
    ['https://hooks.example.com:25', 'must use port 80, 443, or one from 1024 up'],
    ['https://hooks.example.com:1023', 'must use port 80, 443, or one from 1024 up'],
    ['https://hooks.example.com:0', 'must use port 80, 443, or one from 1024 up'],
    ['https://hooks.example.com/a b', 'must not hold spaces or control characters; percent-encode them'],
    [' https://hooks.example.com', 'must not hold spaces or control characters; percent-encode them'],
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
    'https://[2606:4700:4700::1111]:1024/',
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
    for (const host of ['10.0.0.1', '169.254.169.254', '[fe80::1]', '0.0.0.0', '[fd00::1]']) {
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
