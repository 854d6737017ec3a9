/** What the local cloud and the database's guardian tell each other. */
import * as v from 'valibot';

export const GuardianOptions = v.object({
  command: v.picklist(['java', 'docker']),
  /** Folder of the database; absent means in memory. */
  path: v.optional(v.string()),
  port: v.number(),
  /** Where to note the process's id. */
  processFile: v.string(),
});
export type GuardianOptions = v.InferOutput<typeof GuardianOptions>;

export const GuardianNote = v.variant('kind', [
  v.object({ kind: v.literal('missing'), command: v.string() }),
  v.object({ kind: v.literal('ended'), output: v.string() }),
]);
export type GuardianNote = v.InferOutput<typeof GuardianNote>;
