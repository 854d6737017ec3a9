/** EventBridge buses as destinations of webhooks (docs/spec/webhooks.md#event-buses). */
import * as v from 'valibot';

const BUS = 'must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community';

const ARN = /^arn:(aws[a-z-]{0,20}):events:([a-z]{2}[a-z0-9-]{3,30}):(\d{12}):event-bus\/([A-Za-z0-9._/-]{1,256})$/;

/** The ARN of a bus. Of which account and partition depends on the stage, so the routes check that themselves. */
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
