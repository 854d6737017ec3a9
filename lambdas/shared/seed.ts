/** What a request makes things from, so that it makes the same ones when it is done again. */
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { newSecret } from './new-secret.ts';

export const Seed = v.object({
  /** A UUID of version 7. */
  id: v.string(),
  /** When the request was first done: ISO 8601 with milliseconds. */
  at: v.string(),
  /** A secret of a webhook. */
  secret: v.string(),
});
export type Seed = v.InferOutput<typeof Seed>;

/** The seed of a request that is done at `now`, in milliseconds since 1970. */
export const newSeed = (now = Date.now()): Seed => ({
  id: uuidv7({ msecs: now }),
  at: new Date(now).toISOString(),
  secret: newSecret(),
});
