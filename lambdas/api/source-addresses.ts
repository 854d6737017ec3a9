/** The list of source addresses, from what the stage knows of them (docs/spec/delivery.md#source-addresses). */
import { createHash } from 'node:crypto';
import { NO_SOURCE_ADDRESSES, type SourceAddresses } from '../../contract/source-addresses.ts';

/** Characters of a version: as many as never collide by chance. */
const VERSION_LENGTH = 16;

/**
 * The response for the addresses that the stage has, in one text with commas: each once, in an order that depends on
 * nothing else, so that the version changes when they do. `listedSince` says since when a version has been listed; it is
 * not called where there are none.
 */
export async function sourceAddresses(
  text: string | undefined,
  listedSince: (version: string) => Promise<string>,
): Promise<SourceAddresses> {
  const addresses = [...new Set(text?.split(','))].sort().map((address) => `${address}/32`);
  const version = createHash('sha256').update(addresses.join()).digest('hex').slice(0, VERSION_LENGTH);
  return addresses.length === 0
    ? { addresses, version, message: NO_SOURCE_ADDRESSES }
    : { addresses, version, updatedAt: await listedSince(version) };
}
