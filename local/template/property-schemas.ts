/** Schemas that the properties of many resource types share. */
import * as v from 'valibot';

export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const Texts = v.array(v.string());

/** The properties of a resource type that the local cloud acts on. Any other property is an error. */
export const properties = <const TEntries extends v.ObjectEntries>(entries: TEntries) =>
  v.strictObject(entries, ({ expected, message }) =>
    expected === 'never'
      ? 'the local cloud does not know this property; see local/template/resource-types.ts'
      : message,
  );
