/** The settings that `network set` changes: hide mode, activity retention, how it looks in the panel, and quotas. */
import * as v from 'valibot';
import { BrandName } from '../contract/branding.ts';
import type { NetworkId } from '../contract/ids.ts';
import { type SettingName, settingNames, settingSchemas, settingWords } from '../contract/network-settings.ts';
import { type QuotaName, quotaNames, quotas } from '../contract/quotas.ts';
import { accentOf } from './accent.ts';
import { logoFrom, setBranding } from './branding.ts';
import type { Connection } from './connection.ts';
import { UsageError } from './errors.ts';
import { changesOf, setQuota } from './networks.ts';
import { alignColumns, CACHE_NOTICE } from './output.ts';

/** Sets a value that is valid. Throws NetworkNotFoundError. */
type Apply = (connection: Connection, networkId: NetworkId) => Promise<void>;

interface Setting {
  readonly key: string;
  readonly values: string;
  readonly meaning: string;
  /** A sentence about when a change takes effect, or what became of the value. */
  readonly note: string | ((text: string) => string);
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
    meaning: `${counts}, per ${limitSeconds === 1 ? 'second' : 'minute'}; default is the limit of the stage`,
    note: CACHE_NOTICE,
    parse: (text) => {
      if (text !== 'default' && !LIMIT.test(text)) return undefined;
      const limit = text === 'default' ? undefined : Number(text);
      return (connection, networkId) => setQuota(connection, networkId, quota, limit);
    },
  };
}

/** What a text stands for where it is no value by itself: `off` for none, digits for a number. */
const valueIn = (text: string): unknown => (text === 'off' ? undefined : LIMIT.test(text) ? Number(text) : text);

function settingOf<Name extends SettingName>(name: Name): Setting {
  const { values, meaning, effect = CACHE_NOTICE } = settingWords[name];
  return {
    key: name,
    values,
    meaning,
    note: effect,
    parse: (text) => {
      const schema = settingSchemas[name];
      const parsed = v.safeParse(schema, v.is(schema, text) ? text : valueIn(text));
      if (!parsed.success) return undefined;
      return (connection, networkId) => changesOf(connection).set(networkId, name, parsed.output);
    },
  };
}

const SEEN_SOON = 'The panel shows it when it is opened the next time.';

const settings: readonly Setting[] = [
  ...settingNames.map(settingOf),
  {
    key: 'name',
    values: '1 to 60 characters, or off',
    meaning: 'the name that the panel shows for the network',
    note: SEEN_SOON,
    parse: (text) => {
      const name = text === 'off' ? undefined : text;
      if (name !== undefined && !v.is(BrandName, name)) return undefined;
      return (connection, networkId) => setBranding(connection, networkId, 'name', name);
    },
  },
  {
    key: 'logo',
    values: 'a file, or off',
    meaning: 'a PNG, JPEG or WebP of at most 32 KiB and 1,024 pixels a side, beside the name',
    note: SEEN_SOON,
    parse: (text) => {
      const logo = text === 'off' ? undefined : logoFrom(text);
      return (connection, networkId) => setBranding(connection, networkId, 'logo', logo);
    },
  },
  {
    key: 'accent',
    values: 'a colour such as #0b6e4f, or off',
    meaning:
      'the colour of the line below the top bar; the panel makes it darker or lighter if its contrast is too low',
    note: (text) => {
      const accent = accentOf(text);
      return accent === undefined ? SEEN_SOON : `It is ${accent.light} in light mode, and ${accent.dark} in dark mode.`;
    },
    parse: (text) => {
      const accent = text === 'off' ? undefined : accentOf(text);
      if (accent === undefined && text !== 'off') return undefined;
      return (connection, networkId) => setBranding(connection, networkId, 'accent', accent);
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
  if (apply !== undefined)
    return { apply, note: typeof setting.note === 'string' ? setting.note : setting.note(value) };
  throw new UsageError(`${key} must be ${setting.values}, not ${JSON.stringify(value)} (${setting.meaning}).`);
}
