/** Reads members of a request's JSON, which may have any shape. */

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object, or an empty one for anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The objects of a list; empty for anything that is no list. */
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A string, or an empty one for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
