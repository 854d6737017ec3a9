/** Errors that are shown to the operator as they are, without a stack trace. */

/** Something that the operator can put right: what is wrong, and what to do about it. Exit code 1. */
export class OperatorError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

/** A command that can't be meant so, found before anything was done. Exit code 2. */
export class UsageError extends Error {}
