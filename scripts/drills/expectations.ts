/** Checks of what a drill sees. */

/** Throws an error that begins with `what`, unless it holds. */
export function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It is not so: ${what}`);
}

/** The member of a value at a path such as `message.error.name`; undefined if there is none. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null ? Object.entries(part).find(([key]) => key === name)?.[1] : undefined,
      value,
    );
}
