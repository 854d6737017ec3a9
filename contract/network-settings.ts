/**
 * What operators set on a network besides its features, quotas and branding (docs/spec/access.md#network-settings). Each
 * setting is declared here alone: the stored item, the response of `GET /network`, the command line, the panel and the
 * rights of functions follow from it.
 */
import * as v from 'valibot';
import { BlockEvents, HideMode } from './access.ts';
import { doc, field } from './documentation.ts';

/**
 * The value of each setting, as it is stored and as responses have it. A network from before a setting has none, so that
 * its schema allows that, or the network can't be read.
 */
export const settingSchemas = {
  hideMode: HideMode,
  activityRetentionDays: field(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
    doc(
      'The number of days from an action until its activity record expires. A change of this number applies only to new records. The field is absent if new records do not expire.',
      365,
    ),
  ),
  blockEvents: field(
    v.optional(BlockEvents),
    doc('The setting for events about blocks. If the field is absent, webhooks get no events about blocks.'),
  ),
};

export type SettingName = keyof typeof settingSchemas;
export type SettingValue<Name extends SettingName> = v.InferOutput<(typeof settingSchemas)[Name]>;

/** The settings of a new network. */
export const initialSettings = { hideMode: 'blocker', blockEvents: 'off' } as const satisfies {
  readonly [Name in SettingName]?: SettingValue<Name>;
};

/** What people read about a setting. */
interface SettingWords {
  /** Its name in the panel. */
  readonly title: string;
  /** The values that an operator may give; `off` is no value. */
  readonly values: string;
  readonly meaning: string;
  /** What a change does not apply to; absent if the authorizer passes the setting on, and may have it cached. */
  readonly effect?: string;
}

export const settingWords: Readonly<Record<SettingName, SettingWords>> = {
  hideMode: {
    title: 'Hide mode',
    values: HideMode.options.join(' or '),
    meaning: 'whether a block hides users in one direction, or in both',
  },
  activityRetentionDays: {
    title: 'Days until activity records expire',
    values: '1 to 3650, or off',
    meaning: 'days until new activity records expire',
    effect: 'Existing records keep their expiry.',
  },
  blockEvents: {
    title: 'Events of blocks',
    values: BlockEvents.options.join(' or '),
    meaning: 'whether webhooks get the events user.didBlock and user.didUnblock',
  },
};

const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingSchemas, name);
/** The names of all settings, which are those of the attributes of a stored network. */
export const settingNames: readonly SettingName[] = Object.keys(settingSchemas).filter(isSettingName);
