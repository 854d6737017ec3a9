/**
 * Traces that go through (docs/spec/events.md#traces), in the format of W3C Trace Context
 * (https://www.w3.org/TR/trace-context/#traceparent-header).
 */
import * as v from 'valibot';

/** The header of requests to the service, and to receivers. */
export const TRACEPARENT = 'traceparent';

const MESSAGE =
  'must be a traceparent of W3C Trace Context, such as 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
/** Later versions may add fields after these. */
export const MAX_TRACEPARENT_LENGTH = 256;
const FORMAT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-[!-~]*)?$/;
const FIRST_VERSION_LENGTH = 55;

/** Version 00 has nothing after its flags, `ff` is no version, and ids of zeros alone are none. */
function isValid(text: string): boolean {
  const [version = '', traceId = '', parentId = ''] = text.split('-', 3);
  const isWhole = version !== '00' || text.length === FIRST_VERSION_LENGTH;
  return version !== 'ff' && isWhole && /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(parentId);
}

export const Traceparent = v.pipe(
  v.string(MESSAGE),
  v.maxLength(MAX_TRACEPARENT_LENGTH, MESSAGE),
  v.regex(FORMAT, MESSAGE),
  v.check(isValid, MESSAGE),
);

/** What is kept of a trace: its id and its flags, `<32 hex digits>-<2 hex digits>`. */
export const Trace = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[0-9a-f]{2}$/));
export type Trace = v.InferOutput<typeof Trace>;

/** Those flags that version 00 defines: sampled, and that the id is random. */
const KNOWN_FLAGS = 0x03;

/** The trace of a valid traceparent; undefined for any other text, which the specification has ignored. */
export function traceOf(traceparent: string | undefined): Trace | undefined {
  if (!v.is(Traceparent, traceparent)) return undefined;
  const [, traceId, , flags = ''] = traceparent.split('-', 4);
  return `${traceId}-${hexByte(Number.parseInt(flags, 16) & KNOWN_FLAGS)}`;
}

/** The id of a trace. */
export const traceIdOf = (trace: Trace): string => trace.slice(0, 32);

/** A traceparent of version 00 of the child whose id is `parentId`, 16 hex digits. */
export const childOf = (trace: Trace, parentId: string): string =>
  `00-${traceIdOf(trace)}-${parentId}-${trace.slice(-2)}`;

const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0');
