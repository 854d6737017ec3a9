/**
 * The trace of a queue message. The emulator has no system attribute `AWSTraceHeader`, so it is stored as a message
 * attribute, and moved to where it belongs when the message is received.
 */
import type { Message } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import type { Layer } from '../proxy/layer.ts';

const TRACE = 'AWSTraceHeader';

const Sent = v.looseObject({ MessageAttributes: v.optional(v.record(v.string(), v.unknown()), {}) });
const SentBatch = v.looseObject({ Entries: v.array(Sent) });

/** Gives each sent message the trace of the function that sends it. */
export const traceMessages: Layer = (call, forward) => {
  const { trace, service, operation, input } = call;
  if (service !== 'sqs' || trace === undefined) return forward(call);
  const withTrace = (message: v.InferOutput<typeof Sent>): object => ({
    ...message,
    MessageAttributes: { ...message.MessageAttributes, [TRACE]: { DataType: 'String', StringValue: trace } },
  });
  if (operation === 'SendMessage') return forward({ ...call, input: { ...withTrace(v.parse(Sent, input)) } });
  if (operation !== 'SendMessageBatch') return forward(call);
  const { Entries, ...others } = v.parse(SentBatch, input);
  return forward({ ...call, input: { ...others, Entries: Entries.map(withTrace) } });
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
