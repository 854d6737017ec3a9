/** Where a stage's webhooks may point (decision 28): a setting of the stage, handed to the functions as JSON. */
import * as v from 'valibot';

/**
 * Ranges of addresses that a stage may allow although they are not public. Link-local addresses are not among them: the
 * instance metadata service lives there.
 */
export const AllowableRange = v.picklist(['loopback', 'private']);
export type AllowableRange = v.InferOutput<typeof AllowableRange>;

/** Everything is refused that is not named here: `{ allowHttp: false, allowedRanges: [] }` is the rule for real stages. */
export const TargetPolicy = v.object({ allowHttp: v.boolean(), allowedRanges: v.array(AllowableRange) });
export type TargetPolicy = v.InferOutput<typeof TargetPolicy>;

/** https to public addresses, and nothing else. */
export const publicHttpsOnly: TargetPolicy = { allowHttp: false, allowedRanges: [] };

/** Characters of a webhook's URL, as it is given and once it is percent-encoded (decision 28). */
export const MAX_WEBHOOK_URL_LENGTH = 2048;
