/**
 * Which addresses are public (docs/spec/webhooks.md#public-addresses-only).
 *
 * An address is public if no special-purpose registry of IANA (RFC 6890 and later additions) has it, whether or not its
 * block is reachable. Of IPv6, only global unicast (2000::/3) is public, so that ranges that are assigned later are
 * refused until they are added here. An IPv6 address that contains an IPv4 address is checked as that one.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Each range with its blocks. The names appear in messages: `a loopback address`. */
const specialRanges = {
  unspecified: ['0.0.0.0/8', '::/128'],
  loopback: ['127.0.0.0/8', '::1/128'],
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

type Lists = ReturnType<typeof createLists>;
let cached: Lists | undefined;

/** Created with the first address: most requests have none. */
function lists(): Lists {
  cached ??= createLists();
  return cached;
}

const createLists = () => ({
  ranges: typedEntries(specialRanges).map(([name, blocks]) => ({ name, list: listOf(blocks) })),
  anySpecial: listOf(Object.values(specialRanges).flat()),
  globalUnicast: listOf(['2000::/3']),
});

/** The range of an IPv4 address in dotted decimal, or of an IPv6 address in any spelling, without brackets. */
export function rangeOf(address: string): AddressRange {
  if (isIPv4(address)) return rangeIn(address, 'ipv4') ?? 'public';
  if (!isIPv6(address) || address.includes('%')) return 'invalid';
  const special = rangeIn(address, 'ipv6');
  if (special !== undefined) return special;
  const carried = carriedIPv4(groupsOf(address));
  if (carried !== undefined) return rangeOf(carried);
  return lists().globalUnicast.check(address, 'ipv6') ? 'public' : 'reserved';
}

function rangeIn(address: string, family: 'ipv4' | 'ipv6'): AddressRange | undefined {
  const { anySpecial, ranges } = lists();
  // Stryker disable next-line ConditionalExpression: it only saves looking through each range.
  if (!anySpecial.check(address, family)) return undefined;
  return ranges.find(({ list }) => list.check(address, family))?.name;
}

/** The IPv4 address inside an IPv4-mapped, IPv4-compatible, NAT64 (RFC 6052) or 6to4 (RFC 3056) address. */
function carriedIPv4(groups: readonly number[]): string | undefined {
  const prefix = groups.slice(0, 6).join(':');
  if (groups[0] === 0x2002) return dotted(groups.slice(1, 3));
  if (prefix === '0:0:0:0:0:65535' || prefix === '0:0:0:0:0:0' || prefix === `${0x64}:${0xff9b}:0:0:0:0`) {
    return dotted(groups.slice(6));
  }
  return undefined;
}

const dotted = (groups: readonly number[]): string => groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');

/** The eight groups of a well-formed IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split('::').map(groupsOfPart);
  if (tail === undefined) return [...head];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function groupsOfPart(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
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
