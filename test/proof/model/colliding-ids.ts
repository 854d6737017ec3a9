/** Ids that become equal, or another's, where a key, a query, an order or an object treats them carelessly. */

/** Ids of three networks, the beginning of all of which is that of the first. */
export const networkIdsFrom = (base: string): readonly string[] => [base, `${base}-`, `${base}-1`];

/** The users who act. Their keys differ in separators only, and begin like one another. */
export const actors = ['alice', '_alice', 'alice_', '-1_alice'] as const;

/** Ids of event ids' own bounds: at most 64 characters. */
export const eventIds = [
  '1',
  '1_1',
  '1#1',
  '#',
  '_',
  '%31',
  ' ',
  '1 ',
  '__proto__',
  'é',
  'e\u0301',
  'x'.repeat(64),
] as const;

const LONGEST = 'x'.repeat(128);

/** Users of whom nobody needs to know anything, for a second and a third page of a block list. */
const crowd = Array.from({ length: 30 }, (_, n) => `user-${n}`);

/** Whom the actors block: themselves, each other, and others. */
export const users: readonly string[] = [
  ...actors,
  ...[
    'Alice',
    'ali',
    'alice#',
    'alice#1',
    'alice%5F',
    '%61lice',
    'alice ',
    ' alice',
    'alice,bob',
    'alice&checkList=bob',
  ],
  ...['alice+bob', 'alice bob', 'alice/..', '..', 'alice\\', '"alice"', '{"$ne":1}', '*', ':user', 'é', 'e\u0301'],
  // In this order as UTF-8, in the other one as UTF-16.
  ...['\uffee', '\u{1f600}', 'ａlice', '\u202ealice', '\u00a0'],
  ...['0', '00', '-0', '-1', '9007199254740991', '1e3', 'null', 'undefined', 'true'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', LONGEST, LONGEST.slice(1), '€'.repeat(42)],
  ...crowd,
];
