/**
 * Keeps requests away from all but public addresses (docs/spec/webhooks.md#public-addresses-only).
 *
 * A connection resolves its host once, checks every address of the response, and connects to one of the checked
 * addresses. Nothing is resolved a second time, so a name can't show one address to the check and another to the
 * connection.
 */
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import type { TargetPolicy } from '../../contract/target-policy.ts';
import { type AddressRange, rangeOf } from '../shared/address-ranges.ts';
import { mayReach } from '../shared/webhook-url.ts';
import type { ResolveName } from './name-resolver.ts';

/** A host has an address that webhooks may not reach. The message is for the log, not for the customer. */
export class BlockedAddressError extends Error {
  readonly range: AddressRange;

  constructor(host: string, range: AddressRange) {
    super(`${host} has a ${range} address`);
    this.range = range;
  }
}

/** Addresses that one connection tries, one after the other; more would take longer than an attempt may. */
const MAX_TRIED_ADDRESSES = 3;

/** The addresses of `host`. Throws BlockedAddressError where any is not allowed, and what `resolve` throws. */
export async function vettedAddresses(
  host: string,
  policy: TargetPolicy,
  resolve: ResolveName,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  for (const address of addresses) assertReachable(host, address, policy);
  return addresses.slice(0, MAX_TRIED_ADDRESSES);
}

/** Throws BlockedAddressError where `address` is not allowed; `host` is the name that it belongs to. */
export function assertReachable(host: string, address: string, policy: TargetPolicy): void {
  const range = rangeOf(address);
  if (!mayReach(range, policy)) throw new BlockedAddressError(host, range);
}

/**
 * A `lookup` for sockets with `autoSelectFamily`, which want all addresses; it returns checked ones only. Sockets don't
 * call it for literal addresses.
 */
export function guardedLookup(policy: TargetPolicy, resolve: ResolveName): LookupFunction {
  return (host, _options, done) => {
    vettedAddresses(host, policy, resolve).then(
      (addresses) =>
        done(
          null,
          addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
        ),
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}
