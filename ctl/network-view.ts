/** What the operator sees of a network: everything but the secrets of its keys. */
import { Feature, type HideMode } from '../contract/access.ts';
import type { Network } from '../lambdas/auth/networks-table.ts';
import { alignColumns } from './columns.ts';

/** A signing key without its secret; `signs` is true for the one that signs new tokens. */
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
  /** Null means that records are kept. */
  readonly activityRetentionDays: number | null;
  readonly signingKeys: readonly KeyView[];
  readonly createdAt: string;
}

/** The keys, oldest first. Fields are named one by one: a secret can't slip through. */
export const keyViews = ({ signingKeys }: Network): readonly KeyView[] =>
  signingKeys.map(({ keyId, createdAt }, index) => ({ keyId, createdAt, signs: index === signingKeys.length - 1 }));

/** What `--json` prints of a network. */
export const networkView = (network: Network): NetworkView => ({
  networkId: network.networkId,
  features: network.features,
  hideMode: network.hideMode,
  activityRetentionDays: network.activityRetentionDays ?? null,
  signingKeys: keyViews(network),
  createdAt: network.createdAt,
});

/** One network, a line to a property. */
export function networkText(network: Network): string {
  const { networkId, features, hideMode, activityRetentionDays, signingKeys, createdAt } = networkView(network);
  return alignColumns([
    ['network', networkId],
    ...Feature.options.map((feature) => [feature, onOff(features[feature])]),
    ['hideMode', hideMode],
    ['activityRetentionDays', `${activityRetentionDays ?? 'off'}`],
    ['signing keys', `${signingKeys.length}`],
    ['created', createdAt],
  ]);
}

/** Networks, a line each under a heading; empty for none. */
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

/** Keys, a line each under a heading. */
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
