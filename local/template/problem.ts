/** What the local cloud says when it can't start: a sentence for the person at the keyboard, not a stack trace. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
