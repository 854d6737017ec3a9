/** The members of values whose type a test does not know. */
import * as v from 'valibot';

const Members = v.record(v.string(), v.unknown());

/** The members of an object, or the elements of an array by their index; none of any other value. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (v.is(Members, value) ? value : {});
