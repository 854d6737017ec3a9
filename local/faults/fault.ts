/** What can be broken in a local cloud, by hand: `PUT /_local/faults` (local/faults/faults.ts). */
import * as v from 'valibot';

/** A function's name, such as `FanOut`. */
const FunctionName = v.pipe(v.string(), v.regex(/^\w+$/));

export const Fault = v.variant('kind', [
  /** Calls of the function to DynamoDB or SQS fail. All operations unless some are named, such as `PutItem`. */
  v.strictObject({
    kind: v.literal('call'),
    function: FunctionName,
    service: v.picklist(['dynamodb', 'sqs']),
    operations: v.optional(v.array(v.string())),
    error: v.picklist(['AccessDeniedException', 'InternalServerError', 'ThrottlingException']),
  }),
  /** The function can't be called (`throttled`), it crashes when it is (`failed`), or each call takes a second longer (`slow`). */
  v.strictObject({
    kind: v.literal('invocation'),
    function: FunctionName,
    outcome: v.picklist(['throttled', 'failed', 'slow']),
  }),
  /** The mapping of the function's queue is disabled: its messages wait. */
  v.strictObject({ kind: v.literal('mapping'), function: FunctionName }),
  /** Mails are refused. */
  v.strictObject({
    kind: v.literal('mail'),
    error: v.picklist(['MessageRejected', 'SendingPausedException', 'TooManyRequestsException']),
  }),
  /** The identity provider responds with 503. */
  v.strictObject({ kind: v.literal('identity') }),
]);
export type Fault = v.InferOutput<typeof Fault>;

/** The body of `PUT /_local/faults`: all faults from now on. */
export const FaultList = v.strictObject({ faults: v.array(Fault) });

/** A fault of calls, with the logical id of its function. */
export type CallFault = Extract<Fault, { kind: 'call' }> & { readonly logicalId: string };
