/** The settings that `network set` changes: hide mode, activity retention and quotas. */
import { HideMode } from '../contract/access.ts';
import type { NetworkId } from '../contract/ids.ts';
import { type QuotaName, quotaNames, quotas } from '../contract/quotas.ts';
import { CACHE_NOTICE } from './cache-notice.ts';
import { alignColumns } from './columns.ts';
import type { Connection } from './connection.ts';
import { UsageError } from './errors.ts';

/** A valid value to set on a network. */
export interface SettingChange {
  /** Throws NetworkNotFoundError. */
  readonly apply: (connection: Connection, networkId: NetworkId) => Promise<void>;
  /** A sentence about when the change takes effect. */
  readonly note: string;
}

interface Setting {
  readonly key: string;
  readonly values: string;
  readonly meaning: string;
  readonly note: string;
  /** Returns what applies the value, or undefined if `text` is not one of `values`. */
  readonly parse: (text: string) => Promise<SettingChange['apply'] | undefined>;
}

/** A limit has at most as many digits: any number of them is exact. */
const LIMIT = /^\d{1,12}$/;

function quotaSetting(quota: QuotaName): Setting {
  const { counts, limitSeconds } = quotas[quota];
  return {
    key: `quota.${quota}`,
    values: 'a whole number, or default',
    meaning: `${counts}, a ${limitSeconds === 1 ? 'second' : 'minute'}; default is the limit of the stage`,
    note: CACHE_NOTICE,
    parse: async (text) => {
      if (text !== 'default' && !LIMIT.test(text)) return undefined;
      const { setQuota } = await import('./networks.ts');
      return (connection, networkId) =>
        setQuota(connection, networkId, quota, text === 'default' ? undefined : Number(text));
    },
  };
}

const settings: readonly Setting[] = [
  {
    key: 'hideMode',
    values: 'blocker or mutual',
    meaning: 'a block hides one way, or both ways',
    note: CACHE_NOTICE,
    parse: async (text) => {
      const hideMode = HideMode.options.find((mode) => mode === text);
      if (hideMode === undefined) return undefined;
      const { setHideMode } = await import('./networks.ts');
      return (connection, networkId) => setHideMode(connection, networkId, hideMode);
    },
  },
  {
    key: 'activityRetentionDays',
    values: '1 to 3650, or off',
    meaning: 'days until new activity records expire',
    note: 'Existing records keep their expiry.',
    parse: async (text) => {
      const days = text === 'off' ? undefined : Number(text);
      if (days !== undefined && !(/^\d{1,4}$/.test(text) && days >= 1 && days <= 3650)) return undefined;
      const { setActivityRetention } = await import('./networks.ts');
      return (connection, networkId) => setActivityRetention(connection, networkId, days);
    },
  },
  ...quotaNames.map(quotaSetting),
];

/** Describes each setting and its values in a line, for `--help`. */
export const settingsHelp = alignColumns(settings.map(({ key, values, meaning }) => [`  ${key}`, values, meaning]));

/** Parses the arguments of `network set`. Throws UsageError for an unknown key or an invalid value. */
export async function parseSettingChange(key: string, value: string): Promise<SettingChange> {
  const setting = settings.find((known) => known.key === key);
  if (setting === undefined)
    throw new UsageError(`There is no setting ${JSON.stringify(key)}. The settings are:\n${settingsHelp}`);
  const apply = await setting.parse(value);
  if (apply !== undefined) return { apply, note: setting.note };
  throw new UsageError(`${key} must be ${setting.values}, not ${JSON.stringify(value)} (${setting.meaning}).`);
}
