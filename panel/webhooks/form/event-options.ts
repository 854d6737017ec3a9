/** The options of the event picker: the catalogue by family, and patterns that are typed. */
import { deprecatedEventNames } from '../../../contract/event-names.ts';
import type { EventType } from '../../shared/api-types.ts';
import { countMatches, covers, familyOf, isPattern } from '../event-patterns.ts';

/** An option of Cloudscape's multiselect. */
interface EventOption {
  readonly value: string;
  readonly label: string;
  readonly description: string;
  readonly disabled?: boolean;
  readonly disabledReason?: string;
}
export interface EventOptionGroup {
  readonly label: string;
  readonly options: readonly EventOption[];
}

/**
 * The options, given the text `typed` in the search field. Options that a chosen pattern covers are disabled. A typed
 * pattern that is not in the catalogue comes first; so does a deprecated name, with its replacement.
 */
export function eventOptions(
  eventTypes: readonly EventType[],
  chosen: readonly string[],
  typed: string,
): readonly EventOptionGroup[] {
  const names = eventTypes.map(({ event }) => event);
  const families = Map.groupBy(eventTypes, ({ event }) => familyOf(event));
  const search = deprecatedEventNames.get(typed) ?? typed;
  const groups = [
    ...superfamilies([...families.keys()]).map((label) => ({ label, options: [prefixOption(label)] })),
    ...[...families].map(([family, members]) => ({
      label: family,
      options: [
        prefixOption(family),
        ...members.map(({ event, description }) => withCover({ value: event, label: event, description })),
      ],
    })),
  ];
  const found = groups
    .map(({ label, options }) => ({ label, options: options.filter((option) => matches(option, search)) }))
    .filter(({ options }) => options.length > 0);
  const offered = new Set(groups.flatMap(({ options }) => options.map(({ value }) => value)));
  return [...customOptions(typed, offered, names), ...found];

  function prefixOption(family: string): EventOption {
    const value = `${family}.*`;
    const count = countMatches([value], names);
    return withCover({ value, label: value, description: `All ${count} events that start with ${family}` });
  }

  function withCover(option: EventOption): EventOption {
    const cover = chosen.find((pattern) => pattern !== option.value && covers(pattern, option.value));
    return cover === undefined ? option : { ...option, disabled: true, disabledReason: `Included in ${cover}` };
  }
}

/** The prefixes that several families share: `v3` of `v3.post` and `v3.comment`. */
function superfamilies(families: readonly string[]): readonly string[] {
  const prefixes = families.filter((family) => family.includes('.')).map(familyOf);
  return [...new Set(prefixes.filter((prefix, index) => prefixes.indexOf(prefix) !== index))];
}

const matches = ({ value, description }: EventOption, search: string): boolean => {
  const text = `${value} ${description}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

function customOptions(
  typed: string,
  offered: ReadonlySet<string>,
  names: readonly string[],
): readonly EventOptionGroup[] {
  const replacement = deprecatedEventNames.get(typed);
  if (replacement !== undefined) {
    const disabledReason = `Deprecated since 20 June 2022; use ${replacement}`;
    return [{ label: 'Deprecated', options: [{ ...plain(typed, disabledReason), disabled: true, disabledReason }] }];
  }
  if (offered.has(typed) || !isPattern(typed) || typed === '*') return [];
  const count = countMatches([typed], names);
  const what = typed.endsWith('.*') ? 'Custom pattern' : 'Custom name';
  return [
    {
      label: 'Custom',
      options: [plain(typed, `${what}: matches ${count === 0 ? 'no event' : count} in the catalogue`)],
    },
  ];
}

const plain = (value: string, description: string): EventOption => ({ value, label: value, description });
