/** What the service says of whom to hide, where the user's own block list does not answer. */

/** What is known of a user: whether to hide, and when that was asked for by `Date.now()`; 0 if it has to be anew. */
type Check = readonly [isHidden: boolean | undefined, askedAt: number];

/** By user. It is replaced, and never changed. */
type Checks = ReadonlyMap<string, Check>;

/** The hide checks of a session. */
export interface HideChecks {
  results(): Checks;
  /** Asks for those of the users of whom there is no result, or an old one: in one request for all calls of a moment. */
  want(userIds: readonly string[]): void;
  /** Has all of them asked for when they are wanted again. `known` is what shows until then. */
  age(known: readonly Known[]): void;
  drop(): void;
}

type Known = readonly [userId: string, isHidden: boolean | undefined];

/** How long a result is used, as by `blocks.filter`. */
const MAX_AGE_MS = 60_000;

/**
 * `hiddenOf` returns those of the users who are hidden now, also if that changes while it asks. `onEnd` is called after
 * each request, with what it failed with.
 */
export function hideChecks(
  hiddenOf: (userIds: readonly string[]) => Promise<ReadonlySet<string>>,
  onEnd: (error?: unknown) => void,
): HideChecks {
  let results: Checks = new Map();
  let wanted: readonly string[] = [];

  const put = (known: readonly Known[], askedAt: number): void => {
    results = new Map([...results, ...known.map(([userId, isHidden]) => [userId, [isHidden, askedAt]] as const)]);
  };
  const old = (userIds: Iterable<string>): readonly Known[] =>
    Array.from(userIds, (userId) => [userId, results.get(userId)?.[0]]);

  async function ask(): Promise<void> {
    const [asked, askedAt] = [wanted, Date.now()];
    wanted = [];
    const error = await hiddenOf(asked).then(
      (hidden) =>
        put(
          asked.map((userId) => [userId, hidden.has(userId)]),
          askedAt,
        ),
      (reason: unknown) => reason,
    );
    onEnd(error);
  }

  return {
    results: () => results,
    want(userIds) {
      const now = Date.now();
      const due = userIds.filter((userId) => (results.get(userId)?.[1] ?? 0) <= now - MAX_AGE_MS);
      if (due.length === 0) return;
      put(old(due), now);
      if (wanted.length === 0) queueMicrotask(ask);
      wanted = [...wanted, ...due];
    },
    age(known) {
      put([...old(results.keys()), ...known], 0);
    },
    drop() {
      results = new Map();
    },
  };
}
