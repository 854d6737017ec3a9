/**
 * Errors as log entries have them: without contents of data (docs/spec/user-data.md#logs). The error of a schema holds
 * the whole item that it is about, and its message quotes values. The messages of `JSON.parse` quote the text, an
 * invalid URL is a property of its error, and DynamoDB returns the item of a condition that failed.
 */
import * as v from 'valibot';

/** An error in the form that Lambda gives it in an entry. */
export interface LoggedError {
  readonly name: string;
  /** The name of the class, to which esbuild may have added an underscore. */
  readonly errorType: string;
  readonly errorMessage: string;
  readonly stackTrace: readonly string[];
  /** Of errors of Node, such as `ECONNRESET`. */
  readonly code?: string;
  /** Of the call to AWS. */
  readonly requestId?: string;
  readonly cause?: LoggedError;
}

const MOST_CAUSES = 3;
const NO_ERROR = 'Something that is no error was thrown.';
const FRAME = /^ {4}at /;

const Properties = v.object({
  code: v.optional(v.string()),
  $metadata: v.optional(v.object({ requestId: v.optional(v.string()) })),
});

/** What an entry may have of an error and of its causes, of which there are at most three. */
export function loggedError(error: unknown, mostCauses = MOST_CAUSES): LoggedError {
  if (!(error instanceof Error))
    return { name: typeof error, errorType: typeof error, errorMessage: NO_ERROR, stackTrace: [] };
  const errorType = error.constructor.name;
  const errorMessage = messageOf(error);
  const { stack = '', message } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  const properties = v.safeParse(Properties, error);
  const { code, $metadata } = properties.success ? properties.output : {};
  return {
    name: error.name,
    errorType,
    errorMessage,
    stackTrace: [`${errorType}: ${errorMessage}`, ...frames.filter((line) => FRAME.test(line))],
    ...(code !== undefined && { code }),
    ...($metadata?.requestId !== undefined && { requestId: $metadata.requestId }),
    ...(error.cause !== undefined && mostCauses > 0 && { cause: loggedError(error.cause, mostCauses - 1) }),
  };
}

function messageOf(error: Error): string {
  if (v.isValiError(error)) return problemOf(error.issues);
  return error instanceof SyntaxError ? 'The text is malformed.' : error.message;
}

/** DynamoDB's own form of an item has one of these between the name of an attribute and its value. */
const TYPES: ReadonlySet<unknown> = new Set(['S', 'N', 'M', 'L', 'BOOL', 'NULL']);

/**
 * Which attribute a schema has refused, such as `signingKeys is malformed`. It names nothing below the attribute, since
 * a key there can be the id of a user.
 */
export function problemOf([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const keys = issue.path?.map(({ key }) => key) ?? [];
  const attribute = keys.findIndex((key) => typeof key === 'string');
  const named = keys.slice(0, TYPES.has(keys[attribute + 1]) ? attribute + 2 : attribute + 1);
  return `${named.length === 0 ? 'it' : named.join('.')} is malformed`;
}

/**
 * The handler with errors that the runtime may log: it writes an entry with all properties of an error that a handler
 * throws (https://github.com/aws/aws-lambda-nodejs-runtime-interface-client).
 */
export const withLoggedErrors =
  <Arguments extends readonly unknown[], Result>(handler: (...input: Arguments) => Promise<Result>) =>
  async (...input: Arguments): Promise<Result> => {
    try {
      return await handler(...input);
    } catch (error) {
      const { name, errorMessage, stackTrace, cause } = loggedError(error);
      const thrown = new Error(errorMessage);
      thrown.name = name;
      // As a property of its own it is in the entry, unlike a cause that is given to the constructor.
      if (cause !== undefined) thrown.cause = cause;
      thrown.stack = stackTrace.join('\n');
      throw thrown;
    }
  };
