import { showNetwork } from '../../contract/network.ts';
import { notFound } from '../shared/errors.ts';
import { stageQuotas } from '../shared/quotas/quota-limiter.ts';
import { route } from '../shared/route.ts';
import { brandingTable } from './branding-table.ts';
import { networksTable } from './networks-table.ts';

const networks = networksTable();
const brandings = brandingTable();

/** GET /network: the settings of the caller's network, and the names of its live keys. */
export const handler = route(showNetwork, async ({ caller: { networkId } }) => {
  const [network, branding] = await Promise.all([networks.readDescription(networkId), brandings.read(networkId)]);
  if (network === undefined) throw notFound(`there is no network ${networkId}`);
  const { signingKeyNames: signingKeys, quotas, ...settings } = network;
  return { networkId, ...settings, quotas: { ...stageQuotas(), ...quotas }, signingKeys, branding };
});
