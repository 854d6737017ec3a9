/** How networks and signing keys are printed: everything but the secrets of the keys. */
import { Feature } from '../contract/access.ts';
import { type SettingName, settingNames } from '../contract/network-settings.ts';
import type { Network } from '../lambdas/auth/networks-table.ts';
import type { findNoticeAddresses, findUsage } from './networks.ts';
import { alignColumns } from './output.ts';

/**
 * Returns the keys, oldest first. Fields are copied one by one so that no secret is printed. `signs` is true for the
 * key that signs new tokens.
 */
export const keyViews = ({ signingKeys }: Network) =>
  signingKeys.map(({ keyId, createdAt }, index) => ({ keyId, createdAt, signs: index === signingKeys.length - 1 }));

/** What `--json` prints: a setting without a value is null; without the stage's quotas. */
export const networkView = (network: Network) => ({
  networkId: network.networkId,
  features: network.features,
  ...Object.fromEntries(settingNames.map((name) => [name, network[name] ?? null])),
  quotas: network.quotas ?? {},
  signingKeys: keyViews(network),
  createdAt: network.createdAt,
});

/** Formats one network, one property per line, and these rows after them. */
export function networkText(network: Network, more: readonly (readonly [string, string])[] = []): string {
  const { networkId, features, quotas, signingKeys, createdAt } = networkView(network);
  return alignColumns([
    ['network', networkId],
    ...Feature.options.map((feature) => [feature, onOff(features[feature])]),
    ...settingNames.map((name) => [name, settingText(network, name)]),
    ...Object.entries(quotas).map(([quota, limit]) => [`quota.${quota}`, `${limit}`]),
    ['signing keys', `${signingKeys.length}`],
    ['created', createdAt],
    ...more.map((row) => [...row]),
  ]);
}

/** The addresses that get notices, one per line. */
export const noticeRows = ({
  addresses,
  unconfirmed,
}: Awaited<ReturnType<typeof findNoticeAddresses>>): (readonly [string, string])[] =>
  addresses.map((address) => ['notices to', unconfirmed.includes(address) ? `${address} (not confirmed)` : address]);

type Usage = Awaited<ReturnType<typeof findUsage>>;

/** What was used of each quota, and by whom most of it. */
export const usageRows = (usage: Usage): (readonly [string, string])[] =>
  usage.map(({ quota, thisHour, hourBefore }) => [
    `used ${quota}`,
    `${thisHour?.used ?? 0} this hour${mostBy(thisHour)}, ${hourBefore?.used ?? 0} the hour before${mostBy(hourBefore)}`,
  ]);

const NAMED = 5;

function mostBy(hour: Usage[number]['thisHour']): string {
  const most = Object.entries(hour?.callers ?? {})
    .sort(([, one], [, other]) => other - one)
    .slice(0, NAMED);
  return most.length === 0 ? '' : ` (${most.map(([caller, used]) => `${caller} ${used}`).join(', ')})`;
}

/** Formats networks as a table with a heading; empty if there are none. */
export function networksText(networks: readonly Network[]): string {
  if (networks.length === 0) return '';
  const heading = ['network', ...Feature.options, ...settingNames];
  const rows = networks.map((network) => [
    network.networkId,
    ...Feature.options.map((feature) => onOff(network.features[feature])),
    ...settingNames.map((name) => settingText(network, name)),
  ]);
  return alignColumns([heading, ...rows]);
}

/** Formats keys as a table with a heading. */
export const keysText = (keys: ReturnType<typeof keyViews>): string =>
  alignColumns([
    ['key', 'created', 'use'],
    ...keys.map(({ keyId, createdAt, signs }) => [
      keyId,
      createdAt,
      signs ? 'signs new tokens' : 'its tokens are valid',
    ]),
  ]);

const settingText = (network: Network, name: SettingName): string => `${network[name] ?? 'off'}`;
const onOff = (on: boolean): string => (on ? 'on' : 'off');
