/**
 * Which addresses are public (docs/spec/webhooks.md#public-addresses-only).
 *
 * An address is public if no special-purpose registry of IANA (RFC 6890 and later additions) has it, whether or not its
 * block is reachable. Of IPv6, only global unicast (2000::/3) is public, so that ranges that are assigned later are
 * refused until they are added here. An IPv6 address that contains an IPv4 address is checked as that one.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Ranges with their blocks; the first that has an address counts. Names appear in messages: `a loopback address`. */
const specialRanges = {
  loopback: ['127.0.0.0/8', '::1/128'],
  /** Behind `::1`, which contains 0.0.0.1. */
  unspecified: ['0.0.0.0/8', '::/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  shared: ['100.64.0.0/10'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  'site-local': ['fec0::/10'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
  benchmarking: ['198.18.0.0/15'],
  /** Protocol assignments, relays and name servers: IETF, AS112, AMT, Teredo, ORCHID, local NAT64, segment routing. */
  'special-purpose': [
    '192.0.0.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.175.48.0/24',
    '64:ff9b:1::/48',
    '100::/64',
    '100:0:0:1::/64',
    '2001::/23',
    '2620:4f:8000::/48',
    '5f00::/16',
  ],
  reserved: ['240.0.0.0/4'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** `reserved`: also IPv6 outside global unicast and every named block; `invalid`: no address, or one with a zone. */
export type AddressRange = 'public' | keyof typeof specialRanges | 'invalid';

let cached: ReturnType<typeof createLists> | undefined;

/** The range of an IPv4 address in dotted decimal, or of an IPv6 address in any spelling, without brackets. */
export function rangeOf(address: string): AddressRange {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (family === 'ipv6' && (!isIPv6(address) || address.includes('%'))) return 'invalid';
  // Created with the first address: most requests have none.
  cached ??= createLists();
  const special = cached.ranges.find(({ list }) => list.check(address, family));
  if (special !== undefined) return special.name;
  return family === 'ipv4' || cached.open.check(address, family) ? 'public' : 'reserved';
}

/** Prefixes of IPv4-compatible, IPv4-mapped and NAT64 (RFC 6052) addresses; the rest is an IPv4 address. */
const carriers = ['::', '::ffff:', '64:ff9b::'] as const;

const createLists = () => ({
  ranges: typedEntries(specialRanges).map(([name, blocks]) => ({
    name,
    list: listOf([...blocks, ...blocks.flatMap(carrying)]),
  })),
  open: listOf(['2000::/3', ...carriers.map((prefix) => `${prefix}0.0.0.0/96`)]),
});

/** The blocks of IPv6 addresses that contain an address of an IPv4 block. */
function carrying(block: string): readonly string[] {
  const [network = '', prefix] = block.split('/');
  if (!isIPv4(network)) return [];
  const [a = '', b = '', c = '', d = ''] = network.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
  return [
    ...carriers.map((carrier) => `${carrier}${network}/${96 + Number(prefix)}`),
    // 6to4 (RFC 3056).
    `2002:${a}${b}:${c}${d}::/${16 + Number(prefix)}`,
  ];
}

function listOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/');
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}

function typedEntries<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  const names: K[] = [];
  for (const name in record) names.push(name);
  return names.map((name) => [name, record[name]]);
}
