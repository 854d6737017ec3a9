/** What `network set` can set, and how its values are written (decisions 11 and 17). */
import { HideMode } from '../contract/access.ts';
import type { NetworkId } from '../contract/ids.ts';
import { alignColumns } from './columns.ts';
import type { Connection } from './connection.ts';
import { NOTICED_WITHIN } from './notes.ts';
import { UsageError } from './operator-error.ts';

/** A checked value, ready to be set on a network. */
export interface SettingChange {
  /** Throws NetworkNotFoundError. */
  readonly apply: (connection: Connection, networkId: NetworkId) => Promise<void>;
  /** From when on it counts, in a sentence. */
  readonly note: string;
}

interface Setting {
  readonly key: string;
  readonly values: string;
  readonly meaning: string;
  readonly note: string;
  /** What the text asks for, or undefined where it is not one of `values`. */
  readonly read: (text: string) => Promise<SettingChange['apply'] | undefined>;
}

const settings: readonly Setting[] = [
  {
    key: 'hideMode',
    values: 'blocker or mutual',
    meaning: 'a block hides one way, or both ways',
    note: NOTICED_WITHIN,
    read: async (text) => {
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
    note: 'Records that are there already keep the expiry that they have.',
    read: async (text) => {
      const days = text === 'off' ? undefined : Number(text);
      if (days !== undefined && !(/^\d{1,4}$/.test(text) && days >= 1 && days <= 3650)) return undefined;
      const { setActivityRetention } = await import('./networks.ts');
      return (connection, networkId) => setActivityRetention(connection, networkId, days);
    },
  },
];

/** The settings, their values and what they do, a line each. */
export const settingsHelp = alignColumns(settings.map(({ key, values, meaning }) => [`  ${key}`, values, meaning]));

/** The change that `network set ID KEY VALUE` asks for. Throws UsageError for an unknown key or a value out of bounds. */
export async function readSettingChange(key: string, value: string): Promise<SettingChange> {
  const setting = settings.find((known) => known.key === key);
  if (setting === undefined)
    throw new UsageError(`There is no setting ${JSON.stringify(key)}. There are:\n${settingsHelp}`);
  const apply = await setting.read(value);
  if (apply !== undefined) return { apply, note: setting.note };
  throw new UsageError(`${key} must be ${setting.values}, not ${JSON.stringify(value)} (${setting.meaning}).`);
}
