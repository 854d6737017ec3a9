/**
 * Building blocks for the contract's schemas.
 *
 * Every schema has one message, which completes "<field> …", such as "must be an integer from 1 to 50". Callers read it
 * in errors, so a rule and its explanation can't drift apart.
 */
import * as v from 'valibot';
import { type Doc, doc, documentValues, field } from './documentation.ts';

type Entries = v.ObjectEntries;
type ObjectSchema<TEntries extends Entries> = v.ObjectSchema<TEntries, v.ErrorMessage<v.ObjectIssue>>;
type LooseObjectSchema<TEntries extends Entries> = v.LooseObjectSchema<TEntries, v.ErrorMessage<v.LooseObjectIssue>>;

/** An object with the given fields; others are dropped. Valibot would take an array for one. The message about a missing field is that of its schema. */
// @__NO_SIDE_EFFECTS__
export function object<const TEntries extends Entries>(entries: TEntries): ObjectSchema<TEntries> {
  return refusing(
    Array.isArray,
    v.object(entries, (issue) => objectMessage(entries, issue.expected)),
  );
}

/** An object with the given fields; others pass through. */
// @__NO_SIDE_EFFECTS__
export function looseObject<const TEntries extends Entries>(entries: TEntries): LooseObjectSchema<TEntries> {
  return refusing(
    Array.isArray,
    v.looseObject(entries, (issue) => objectMessage(entries, issue.expected)),
  );
}

/** A string of `min` to `max` characters, as JSON Schema counts them: an emoji is one, and not two units of UTF-16. */
// @__NO_SIDE_EFFECTS__
export function text(min: number, max: number, message: string) {
  const isWithin = ({ length }: readonly string[]): boolean => min <= length && length <= max;
  return v.pipe(
    v.string(message),
    // No character has more than two units, so that a long text is not taken apart.
    v.check((string) => string.length <= 2 * max && isWithin([...string]), message),
    v.metadata({ ...(min > 0 && { minLength: min }), maxLength: max }),
  );
}

/** A string that has a UTF-8 form: without lone surrogates, which JSON's escapes allow. */
// @__NO_SIDE_EFFECTS__
export function wellFormed(message: string) {
  return v.check((string: string) => string.isWellFormed(), message);
}

/** What makes a text look like another: controls (C0, C1), line separators, and marks of bidirectional text. */
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A string that people see as it is. */
// @__NO_SIDE_EFFECTS__
export function shownText(message: string) {
  return v.check((string: string) => string.isWellFormed() && !UNSHOWN.test(string), message);
}

export const TIMESTAMP = 'must be an ISO 8601 time stamp with a time zone, such as 2024-02-28T12:00:00.000Z';

/** A string that is an existing moment as an ISO 8601 time stamp with a time zone, such as `2024-02-28T12:00:00.000Z`. */
// @__NO_SIDE_EFFECTS__
export function timestamp(message = TIMESTAMP) {
  return v.pipe(
    v.string(message),
    v.maxLength(64, message),
    v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/, message),
    v.check((value) => !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 'yyyy-mm-dd'.length)), message),
    v.metadata({ format: 'date-time' }),
  );
}

/** A time in a response: ISO 8601 with milliseconds, in UTC. */
export const time = v.pipe(v.string(), v.metadata({ format: 'date-time' }));

/** Refuses a range of times that ends before it begins. */
// @__NO_SIDE_EFFECTS__
export const inOrder = <T extends { readonly since?: string | undefined; readonly until?: string | undefined }>() =>
  v.check<T, string>(
    ({ since, until }) => since === undefined || until === undefined || Date.parse(since) <= Date.parse(until),
    'until must not be before since',
  );

/** Whether a date exists: `Date.parse` takes 30 February for 1 March. */
const isDay = (date: string): boolean => new Date(`${date}T00:00Z`).getUTCDate() === Number(date.slice(-2));

/** A number from `min` to `max`. */
// @__NO_SIDE_EFFECTS__
export const numberFrom = (min: number, max: number, message: string) =>
  v.pipe(v.number(message), v.minValue(min, message), v.maxValue(max, message));

/** An integer from `min` to `max`. */
// @__NO_SIDE_EFFECTS__
export const integerFrom = (min: number, max: number, message = `must be an integer from ${min} to ${max}`) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));

/** The same in a query string. */
// @__NO_SIDE_EFFECTS__
export function integerText(min: number, max: number, message = `must be an integer from ${min} to ${max}`) {
  // JSON Schema of the number, instead of the text that it is in a URL.
  const documented = { type: 'integer', minimum: min, maximum: max, pattern: undefined };
  return v.pipe(
    v.string(message),
    v.regex(/^\d{1,9}$/, message),
    v.metadata(documented),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

/** A count in a query string: an integer from 1 to `max`, `usual` by default. */
// @__NO_SIDE_EFFECTS__
export function countUpTo(max: number, usual: number) {
  return v.pipe(v.optional(integerText(1, max), `${usual}`), v.metadata({ default: usual }));
}

/** A whole number in a response. */
// @__NO_SIDE_EFFECTS__
export const integer = () => v.pipe(v.number(), v.integer());

/** One of some texts, each with what it means. */
// @__NO_SIDE_EFFECTS__
export function oneOf<const Values extends Readonly<Record<string, Doc | string | undefined>>>(
  values: Values,
  message?: string,
) {
  const isValue = (name: string): name is keyof Values & string => Object.hasOwn(values, name);
  const schema = v.picklist(Object.keys(values).filter(isValue), message);
  documentValues(schema, values);
  return schema;
}

/** The body of a response without further content. */
export const Success = v.object({ status: field(v.literal('success'), doc('The request has succeeded.')) });

/** Whether a JSON value is an object, and not an array or `null`. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NOT_AN_OBJECT = 'must be a JSON object';

/** Any JSON object. */
// @__NO_SIDE_EFFECTS__
export const jsonObject = (message = NOT_AN_OBJECT) =>
  v.pipe(
    v.custom<Record<string, unknown>>(isJsonObject, message),
    v.metadata({ type: 'object', additionalProperties: true }),
  );

/** A list of at most so many elements. Valibot would look at every element of a longer one before it counts them. */
// @__NO_SIDE_EFFECTS__
export const listUpTo = <TItem extends v.GenericSchema>(item: TItem, max: number, message: string) =>
  v.pipe(
    refusing((value) => Array.isArray(value) && value.length > max, v.array(item, message)),
    v.maxLength(max, message),
  );

/**
 * A list of 1 to so many different elements, of which each may come repeatedly; its output has each once. So each is
 * looked at once, and a message has its index among the different ones.
 */
// @__NO_SIDE_EFFECTS__
export const distinctUpTo = <TItem extends v.GenericSchema>(item: TItem, max: number, message: string) =>
  v.pipe(
    instead(
      (value) => {
        if (!Array.isArray(value)) return value;
        const different = [...new Set(value)];
        return different.length > max ? undefined : different;
      },
      v.array(item, message),
    ),
    // Not as JSON Schema's bounds, which count repetitions.
    v.check(({ length }) => length > 0, message),
  );

/** A schema that refuses some values as if there were none, before anything else is done with them. */
// @__NO_SIDE_EFFECTS__
export const refusing = <TSchema extends v.GenericSchema>(
  isRefused: (value: unknown) => boolean,
  schema: TSchema,
): TSchema => instead((value) => (isRefused(value) ? undefined : value), schema);

/** A schema of what `replaced` makes of a value. */
// @__NO_SIDE_EFFECTS__
function instead<TSchema extends v.GenericSchema>(replaced: (value: unknown) => unknown, schema: TSchema): TSchema {
  return {
    ...schema,
    '~run': (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) =>
      schema['~run']({ value: replaced(dataset.value) }, config),
  };
}

function objectMessage(entries: Entries, expected: string | null): string {
  if (expected === null || !expected.startsWith('"')) return NOT_AN_OBJECT;
  const name: unknown = JSON.parse(expected);
  const entry = typeof name === 'string' ? entries[name] : undefined;
  const message = entry !== undefined && 'message' in entry ? entry.message : undefined;
  return typeof message === 'string' ? `is missing; it ${message}` : `is missing; it ${NOT_AN_OBJECT}`;
}
