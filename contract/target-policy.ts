/** Where the webhooks of a stage may point (docs/spec/webhooks.md#where-a-webhook-may-point). */
import * as v from 'valibot';

/**
 * Ranges of addresses that a stage may allow although they are not public. Link-local addresses are never allowed: one
 * of them is the instance metadata service.
 */
export const AllowableRange = v.picklist(['loopback', 'private']);
export type AllowableRange = v.InferOutput<typeof AllowableRange>;

const BUS =
  'must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community; buses of the new kind, event-busv2, are not supported';

const ARN = /^arn:(aws[a-z-]{0,20}):events:([a-z]{2}[a-z0-9-]{3,30}):(\d{12}):event-bus\/([A-Za-z0-9._/-]{1,256})$/;

/**
 * The ARN of a classic EventBridge bus (docs/spec/webhooks.md#event-buses; docs/adr/0059-classic-event-buses.md). Of which account and partition depends on the stage,
 * so the routes check that themselves.
 */
export const EventBusArn = v.pipe(v.string(BUS), v.regex(ARN, BUS));

/** The parts of a bus's ARN; undefined for another text. */
export function partsOfBus(arn: string) {
  const [, partition, region, account, name] = ARN.exec(arn) ?? [];
  if (partition === undefined || region === undefined || account === undefined || name === undefined) return undefined;
  return { partition, region, account, name };
}

/** Of a stage that allows buses: its account, its partition, and how the `Source` of its events begins. */
export const EventBuses = v.object({ source: v.string(), account: v.string(), partition: v.string() });
export type EventBuses = v.InferOutput<typeof EventBuses>;

/** `https` to public addresses is always allowed; this is what a stage allows in addition. */
export const TargetPolicy = v.object({
  allowHttp: v.boolean(),
  allowedRanges: v.array(AllowableRange),
  /** Ports at which no range is allowed: those of a local cloud itself, which sets them. */
  refusedPorts: v.optional(v.array(v.number())),
  /** Absent where webhooks can't have buses. */
  eventBuses: v.optional(EventBuses),
});
export type TargetPolicy = v.InferOutput<typeof TargetPolicy>;

/** The policy of deployed stages: `https` to public addresses, and nothing else. */
export const publicHttpsOnly: TargetPolicy = { allowHttp: false, allowedRanges: [] };

/** The ports that a webhook may have. Others below 1,024 belong to other protocols, such as mail. */
export const webhookPorts = { named: [80, 443], firstFree: 1024, last: 65_535 } as const;

/** The most characters of a webhook's URL, both as given and percent-encoded (docs/spec/webhooks.md#webhook-urls). */
export const MAX_WEBHOOK_URL_LENGTH = 2048;
