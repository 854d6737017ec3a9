/**
 * Amazon EventBridge, as far as functions use it: takes events for buses of other accounts and shows them. Only in
 * memory, and the latest.
 *
 * Every bus exists and takes all events, until it is told otherwise. A function whose role does not allow it to put
 * events is denied (https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html).
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { accessKeyIdOf } from '../aws-clients.ts';
import type { GatewayRequest } from '../gateway/request.ts';
import { type GatewayResponse, jsonResponse } from '../gateway/response.ts';
import type { Permissions } from '../iam/function-permissions.ts';
import { mayCall } from '../iam/permission-layer.ts';

/** The endpoint is the URL of the local cloud with this path. */
export const EVENTS_ENDPOINT = '/_local/events';
const KEPT = 1_000;
/** Of all entries of a request, as AWS counts them (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html). */
const MAX_BYTES = 256 * 1024;

const Entry = v.strictObject({
  Source: v.string(),
  DetailType: v.string(),
  Detail: v.pipe(
    v.string(),
    v.check((text) => v.is(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), text)),
  ),
  EventBusName: v.string(),
  Time: v.number(),
});
const PutEvents = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ Entries: v.pipe(v.array(Entry), v.minLength(1), v.maxLength(10)) }),
);

/** An event that was taken. */
export type TakenEvent = v.InferOutput<typeof Entry>;

/** How a bus responds. */
const BusAnswer = v.picklist(['takes', 'denied', 'missing', 'throttled']);
const BusSetting = v.pipe(v.string(), v.parseJson(), v.strictObject({ bus: v.string(), answer: BusAnswer }));

export type EventBuses = ReturnType<typeof createEventBuses>;

const refusals: Readonly<Record<Exclude<v.InferOutput<typeof BusAnswer>, 'takes'>, string>> = {
  denied: 'AccessDeniedException',
  missing: 'ResourceNotFoundException',
  throttled: 'ThrottlingException',
};

export function createEventBuses(permissions: Pick<Permissions, 'functions'>) {
  const events: TakenEvent[] = [];
  const answers = new Map<string, v.InferOutput<typeof BusAnswer>>();
  return {
    /** The events, the latest first. */
    list: (): readonly TakenEvent[] => events,
    /** Sets how a bus responds from now on: `{"bus": <ARN>, "answer": "takes" | "denied" | "missing" | "throttled"}`. */
    async set(body: () => Promise<Buffer | 'too large'>) {
      const setting = v.safeParse(BusSetting, `${await body()}`);
      if (!setting.success) return jsonResponse(400, { message: v.summarize(setting.issues) });
      answers.set(setting.output.bus, setting.output.answer);
      return jsonResponse(200, setting.output);
    },
    /** Responds to a request of a function. */
    async put({ method, headers }: GatewayRequest, body: () => Promise<Buffer | 'too large'>) {
      const isPut = method === 'POST' && headers['x-amz-target'] === 'AWSEvents.PutEvents';
      if (!isPut) return failure('UnknownOperationException', 'The local cloud only takes events.');
      const parsed = v.safeParse(PutEvents, `${await body()}`);
      if (!parsed.success) return failure('ValidationException', v.summarize(parsed.issues));
      const { Entries } = parsed.output;
      if (Entries.reduce((sum, entry) => sum + bytesOf(entry), 0) >= MAX_BYTES)
        return failure('ValidationException', 'Total size of the entries in the request is over the limit.');
      const caller = accessKeyIdOf(headers);
      const denied = Entries.find(
        ({ EventBusName }) => !mayCall(permissions, caller, 'events:PutEvents', EventBusName),
      );
      if (denied !== undefined) return failure('AccessDeniedException', `You may not put on ${denied.EventBusName}.`);
      const results = Entries.map(resultOf);
      const FailedEntryCount = results.filter((result) => 'ErrorCode' in result).length;
      return jsonResponse(200, { FailedEntryCount, Entries: results });
    },
  };

  function resultOf(entry: TakenEvent) {
    const answer = answers.get(entry.EventBusName) ?? 'takes';
    if (answer !== 'takes') return { ErrorCode: refusals[answer], ErrorMessage: `The bus is ${answer}.` };
    events.unshift(entry);
    events.length = Math.min(events.length, KEPT);
    return { EventId: randomUUID() };
  }
}

const bytesOf = ({ Source, DetailType, Detail }: TakenEvent): number =>
  14 + Buffer.byteLength(Source) + Buffer.byteLength(DetailType) + Buffer.byteLength(Detail);

const failure = (name: string, message: string): GatewayResponse => jsonResponse(400, { __type: name, message });
