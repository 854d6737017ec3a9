/** The settings that `network set` changes: hide mode, activity retention and quotas. */
import { HideMode } from '../contract/access.ts';
import type { NetworkId } from '../contract/ids.ts';
import { type QuotaName, quotaNames, quotas } from '../contract/quotas.ts';
import type { Connection } from './connection.ts';
import { UsageError } from './errors.ts';
import { setActivityRetention, setHideMode, setQuota } from './networks.ts';
import { alignColumns, CACHE_NOTICE } from './output.ts';

/** Sets a value that is valid. Throws NetworkNotFoundError. */
type Apply = (connection: Connection, networkId: NetworkId) => Promise<void>;

interface Setting {
  readonly key: string;
  readonly values: string;
  readonly meaning: string;
  /** A sentence about when a change takes effect. */
  readonly note: string;
  /** Returns what applies the value, or undefined if `text` is not one of `values`. */
  readonly parse: (text: string) => Apply | undefined;
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
    parse: (text) => {
      if (text !== 'default' && !LIMIT.test(text)) return undefined;
      const limit = text === 'default' ? undefined : Number(text);
      return (connection, networkId) => setQuota(connection, networkId, quota, limit);
    },
  };
}

const settings: readonly Setting[] = [
  {
    key: 'hideMode',
    values: 'blocker or mutual',
    meaning: 'a block hides one way, or both ways',
    note: CACHE_NOTICE,
    parse: (text) => {
      const hideMode = HideMode.options.find((mode) => mode === text);
      return hideMode && ((connection, networkId) => setHideMode(connection, networkId, hideMode));
    },
  },
  {
    key: 'activityRetentionDays',
    values: '1 to 3650, or off',
    meaning: 'days until new activity records expire',
    note: 'Existing records keep their expiry.',
    parse: (text) => {
      const days = text === 'off' ? undefined : Number(text);
      if (days !== undefined && !(/^\d{1,4}$/.test(text) && days >= 1 && days <= 3650)) return undefined;
      return (connection, networkId) => setActivityRetention(connection, networkId, days);
    },
  },
  ...quotaNames.map(quotaSetting),
];

/** Describes each setting and its values in a line, for `--help`. */
export const settingsHelp = alignColumns(settings.map(({ key, values, meaning }) => [`  ${key}`, values, meaning]));

/** Parses the arguments of `network set`. Throws UsageError for an unknown key or an invalid value. */
export function parseSettingChange(key: string, value: string): { readonly apply: Apply; readonly note: string } {
  const setting = settings.find((known) => known.key === key);
  if (setting === undefined)
    throw new UsageError(`There is no setting ${JSON.stringify(key)}. The settings are:\n${settingsHelp}`);
  const apply = setting.parse(value);
  if (apply !== undefined) return { apply, note: setting.note };
  throw new UsageError(`${key} must be ${setting.values}, not ${JSON.stringify(value)} (${setting.meaning}).`);
}
