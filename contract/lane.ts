/** The two queues of deliveries, and the signers that read them (docs/adr/0014-two-lanes.md). */
import * as v from 'valibot';

/** `fast` has first attempts to receivers that are known to be quick, `slow` has everything else. */
export const Lane = v.picklist(['fast', 'slow']);
export type Lane = v.InferOutput<typeof Lane>;
