import { listSourceAddresses } from '../../contract/source-addresses.ts';
import { optional } from '../shared/env.ts';
import { openRoute } from '../shared/route.ts';
import { sourceAddresses } from './source-addresses.ts';
import { sourceAddressesTable } from './source-addresses-table.ts';

/** By version, for as long as the process lives: the addresses are part of its environment. */
const known = new Map<string, string>();

async function listedSince(version: string): Promise<string> {
  const since = known.get(version) ?? (await sourceAddressesTable().listedSince(version, Date.now()));
  known.set(version, since);
  return since;
}

/** GET /source-addresses: from where webhooks are sent (docs/spec/delivery.md#source-addresses). */
export const handler = openRoute(listSourceAddresses, () => sourceAddresses(optional('SOURCE_ADDRESSES'), listedSince));
