/**
 * Keeps requests away from everything but public addresses (decision 28).
 *
 * A connection resolves its host once, judges every address of the answer, and connects to those very addresses: nothing is
 * resolved a second time, so a name can't show one address to the check and another to the connection.
 */
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import type { TargetPolicy } from '../../../contract/target-policy.ts';
import { type AddressRange, rangeOf } from '../../shared/address-ranges.ts';
import { mayReach } from '../../shared/webhook-url.ts';
import type { ResolveName } from './name-resolver.ts';

/** A host has an address that webhooks may not reach. The message is for the log, not for the customer. */
export class BlockedAddressError extends Error {
  readonly range: AddressRange;

  constructor(host: string, range: AddressRange) {
    super(`${host} has a ${range} address`);
    this.range = range;
  }
}

/** Addresses that one connection tries, one after the other; more would use up the attempt's time. */
const MAX_TRIED_ADDRESSES = 3;

/** The addresses of `host` to connect to. Throws BlockedAddressError where any is out of bounds, and what `resolve` throws. */
export async function vettedAddresses(
  host: string,
  policy: TargetPolicy,
  resolve: ResolveName,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  for (const address of addresses) assertReachable(host, address, policy);
  return addresses.slice(0, MAX_TRIED_ADDRESSES);
}

/** Throws BlockedAddressError where `address` is out of bounds; `host` is what it was found under. */
export function assertReachable(host: string, address: string, policy: TargetPolicy): void {
  const range = rangeOf(address);
  if (!mayReach(range, policy)) throw new BlockedAddressError(host, range);
}

/** A `lookup` for sockets that answers vetted addresses only. Sockets don't call it for literal addresses. */
export function guardedLookup(policy: TargetPolicy, resolve: ResolveName): LookupFunction {
  return (host, { all }, done) => {
    vettedAddresses(host, policy, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        if (all) done(null, found);
        else done(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}
