/** What the picker of events offers: the catalogue by family, and what is typed by hand. */
import type { AnswerTo } from '../../../client/index.ts';
import { countMatches, covers, familyOf, isPattern, replacementOf } from './event-patterns.ts';

export type EventType = AnswerTo<'listEventTypes'>['results'][number];

/** One choice, as Cloudscape's multiselect takes it. */
export interface EventOption {
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
 * The groups to choose from while `typed` stands in the search field. What a chosen pattern covers can't be chosen beside
 * it. A pattern that the catalogue doesn't have comes first; so does a deprecated name, with the one to use instead.
 */
export function eventOptions(
  eventTypes: readonly EventType[],
  chosen: readonly string[],
  typed: string,
): readonly EventOptionGroup[] {
  const names = eventTypes.map(({ event }) => event);
  const families = Map.groupBy(eventTypes, ({ event }) => familyOf(event));
  const sought = replacementOf(typed) ?? typed;
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
    .map(({ label, options }) => ({ label, options: options.filter((option) => isSought(option, sought)) }))
    .filter(({ options }) => options.length > 0);
  const offered = new Set(groups.flatMap(({ options }) => options.map(({ value }) => value)));
  return [...typedByHand(typed, offered, names), ...found];

  function prefixOption(family: string): EventOption {
    const value = `${family}.*`;
    const count = countMatches([value], names);
    return withCover({ value, label: value, description: `All ${count} events that begin with ${family}` });
  }

  function withCover(option: EventOption): EventOption {
    const cover = chosen.find((pattern) => pattern !== option.value && covers(pattern, option.value));
    return cover === undefined ? option : { ...option, disabled: true, disabledReason: `${cover} takes it already` };
  }
}

/** What several families have in front: `v3` of `v3.post` and `v3.comment`. */
function superfamilies(families: readonly string[]): readonly string[] {
  const prefixes = families.filter((family) => family.includes('.')).map(familyOf);
  return [...new Set(prefixes.filter((prefix, index) => prefixes.indexOf(prefix) !== index))];
}

const isSought = ({ value, description }: EventOption, sought: string): boolean => {
  const text = `${value} ${description}`.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

function typedByHand(
  typed: string,
  offered: ReadonlySet<string>,
  names: readonly string[],
): readonly EventOptionGroup[] {
  const replacement = replacementOf(typed);
  if (replacement !== undefined) {
    const disabledReason = `Deprecated since 20 June 2022; use ${replacement}`;
    return [{ label: 'Deprecated', options: [{ ...plain(typed, disabledReason), disabled: true, disabledReason }] }];
  }
  if (offered.has(typed) || !isPattern(typed) || typed === '*') return [];
  const count = countMatches([typed], names);
  const what = typed.endsWith('.*') ? 'A pattern of your own' : 'A name of your own';
  return [
    { label: 'As typed', options: [plain(typed, `${what}: ${count === 0 ? 'no event' : count} of the catalogue`)] },
  ];
}

const plain = (value: string, description: string): EventOption => ({ value, label: value, description });
