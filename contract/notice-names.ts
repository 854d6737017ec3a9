/** The names of notices (docs/spec/notices.md#notices). Platforms can't post events with these names. */
import * as v from 'valibot';

export const NoticeName = v.picklist([
  'webhook.didStruggle',
  'webhook.didGoDown',
  'webhook.didComeBack',
  'webhook.willDisable',
  'webhook.didDisable',
  'webhook.didFailDeliveries',
  'webhook.didRefuseSecret',
]);
export type NoticeName = v.InferOutput<typeof NoticeName>;

/** Whether an event is a notice. */
export const isNotice = (event: string): event is NoticeName => v.is(NoticeName, event);

/** Refuses the name of a notice. */
export const notNotice = v.check(
  (name: string) => !isNotice(name),
  ({ input }) => `must not be ${input}: only the service itself sends notices`,
);
