/** Errors that the operator sees as a message, without a stack trace. */

/** A problem that the operator can fix. `hint` says how. Exit code 1. */
export class OperatorError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

/** Work that has ended halfway: its `cause` is why, and its message says what is done and how to go on. Exit code 1. */
export class InterruptedError extends Error {
  constructor(message: string, options: { readonly cause: unknown }) {
    super(message, options);
  }
}

/** Wrong arguments or options, found before the command did anything. Exit code 2. */
export class UsageError extends Error {}
