/** How networks and signing keys are printed: everything but the secrets of the keys. */
import { Feature, type HideMode } from '../contract/access.ts';
import type { NetworkQuotas } from '../contract/quotas.ts';
import type { Network } from '../lambdas/auth/networks-table.ts';
import { alignColumns } from './columns.ts';

/** A signing key without its secret. `signs` is true for the key that signs new tokens. */
export interface KeyView {
  readonly keyId: string;
  readonly createdAt: string;
  readonly signs: boolean;
}

/** A network as `--json` prints it. */
export interface NetworkView {
  readonly networkId: string;
  readonly features: Readonly<Record<Feature, boolean>>;
  readonly hideMode: HideMode;
  /** Null if records do not expire. */
  readonly activityRetentionDays: number | null;
  /** Those that differ from the stage's. */
  readonly quotas: NetworkQuotas;
  readonly signingKeys: readonly KeyView[];
  readonly createdAt: string;
}

/** Returns the keys, oldest first. Fields are copied one by one so that no secret is printed. */
export const keyViews = ({ signingKeys }: Network): readonly KeyView[] =>
  signingKeys.map(({ keyId, createdAt }, index) => ({ keyId, createdAt, signs: index === signingKeys.length - 1 }));

/** Returns what `--json` prints for a network. */
export const networkView = (network: Network): NetworkView => ({
  networkId: network.networkId,
  features: network.features,
  hideMode: network.hideMode,
  activityRetentionDays: network.activityRetentionDays ?? null,
  quotas: network.quotas ?? {},
  signingKeys: keyViews(network),
  createdAt: network.createdAt,
});

/** Formats one network, one property per line. */
export function networkText(network: Network): string {
  const { networkId, features, hideMode, activityRetentionDays, quotas, signingKeys, createdAt } = networkView(network);
  return alignColumns([
    ['network', networkId],
    ...Feature.options.map((feature) => [feature, onOff(features[feature])]),
    ['hideMode', hideMode],
    ['activityRetentionDays', `${activityRetentionDays ?? 'off'}`],
    ...Object.entries(quotas).map(([quota, limit]) => [`quota.${quota}`, `${limit}`]),
    ['signing keys', `${signingKeys.length}`],
    ['created', createdAt],
  ]);
}

/** Formats networks as a table with a heading; empty if there are none. */
export function networksText(networks: readonly Network[]): string {
  if (networks.length === 0) return '';
  const heading = ['network', ...Feature.options, 'hideMode', 'activityRetentionDays'];
  const rows = networks.map(({ networkId, features, hideMode, activityRetentionDays }) => [
    networkId,
    ...Feature.options.map((feature) => onOff(features[feature])),
    hideMode,
    `${activityRetentionDays ?? 'off'}`,
  ]);
  return alignColumns([heading, ...rows]);
}

/** Formats keys as a table with a heading. */
export const keysText = (keys: readonly KeyView[]): string =>
  alignColumns([
    ['key', 'created', 'use'],
    ...keys.map(({ keyId, createdAt, signs }) => [
      keyId,
      createdAt,
      signs ? 'signs new tokens' : 'its tokens are valid',
    ]),
  ]);

const onOff = (on: boolean): string => (on ? 'on' : 'off');
