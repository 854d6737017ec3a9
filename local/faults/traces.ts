/**
 * The trace header with Lambda's lineage: how often each function was invoked in one chain of requests.
 *
 * `Root=1-…-…;Parent=…;Sampled=0;Lineage=1:<function>:<count>|1:<function>:<count>`. The SDK forwards it inside a
 * function, SQS stores it with each message, and Lambda counts on. The emulator has no system attribute
 * `AWSTraceHeader`, so it is stored as a message attribute, and moved to where it belongs when the message is received.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Message } from '@aws-sdk/client-sqs';
import { type Fields, fieldsOf, listOf } from '../iam/dynamodb-requests.ts';
import type { Layer } from '../proxy/layer.ts';

/** After this number of invocations in one chain, Lambda stops the next one. */
export const LONGEST_CHAIN = 16;

/** How often the function was invoked in the chain of this trace. */
export const timesInvoked = (trace: string | undefined, functionArn: string): number =>
  lineageOf(trace).get(idOf(functionArn)) ?? 0;

/** The trace of the function's next invocation in this chain; without one, of the first invocation of a new chain. */
export function traceOfInvocation(trace: string | undefined, functionArn: string): string {
  const lineage = new Map(lineageOf(trace));
  lineage.set(idOf(functionArn), timesInvoked(trace, functionArn) + 1);
  const root = /\bRoot=([\w-]+)/.exec(trace ?? '')?.[1] ?? newRoot();
  const counts = [...lineage].map(([id, count]) => `1:${id}:${count}`).join('|');
  return `Root=${root};Parent=${hex(8)};Sampled=0;Lineage=${counts}`;
}

function lineageOf(trace = ''): ReadonlyMap<string, number> {
  const entries = trace.matchAll(/1:([0-9a-f]{8}):(\d+)/g);
  return new Map([...entries].map(([, id = '', count]) => [id, Number(count)]));
}

const idOf = (functionArn: string): string => hash('sha256', functionArn).slice(0, 8);

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

const newRoot = (): string =>
  `1-${Math.floor(Date.now() / 1_000)
    .toString(16)
    .padStart(8, '0')}-${hex(12)}`;

const TRACE = 'AWSTraceHeader';

/** Gives each sent message the trace of the function that sends it. */
export const traceMessages: Layer = (call, forward) => {
  const { trace, service, operation, input } = call;
  if (service !== 'sqs' || trace === undefined) return forward(call);
  const withTrace = (message: Fields): Fields => ({
    ...message,
    MessageAttributes: {
      ...fieldsOf(message['MessageAttributes']),
      [TRACE]: { DataType: 'String', StringValue: trace },
    },
  });
  if (operation === 'SendMessage') return forward({ ...call, input: withTrace(input) });
  if (operation !== 'SendMessageBatch') return forward(call);
  return forward({ ...call, input: { ...input, Entries: listOf(input['Entries']).map(withTrace) } });
};

/** A received message as AWS returns it. */
export function withSystemTrace(message: Message): Message {
  const { MessageAttributes = {}, MD5OfMessageAttributes, ...others } = message;
  const { [TRACE]: trace, ...attributes } = MessageAttributes;
  if (trace?.StringValue === undefined) return message;
  return {
    ...others,
    Attributes: { ...others.Attributes, [TRACE]: trace.StringValue },
    ...(Object.keys(attributes).length > 0 && { MessageAttributes: attributes, MD5OfMessageAttributes }),
  };
}

/** The trace of a message with system attributes. */
export const traceOf = ({ Attributes = {} }: Message): string | undefined => Attributes[TRACE];
