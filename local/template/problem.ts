/** Why the local cloud can't start, in a sentence for the terminal. It is printed without a stack trace. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
