/** The messages between the local cloud and the supervisor of DynamoDB Local. */
import * as v from 'valibot';

export const SupervisorOptions = v.object({
  command: v.picklist(['java', 'docker']),
  /** Folder of the database; absent means in memory. */
  path: v.optional(v.string()),
  port: v.number(),
  /** The file for the identity of the database's process. */
  processFile: v.string(),
});
export type SupervisorOptions = v.InferOutput<typeof SupervisorOptions>;

export const SupervisorMessage = v.variant('kind', [
  v.object({ kind: v.literal('missing'), command: v.string() }),
  /** How the database's process ended, as a clause, and what it wrote last. */
  v.object({ kind: v.literal('ended'), how: v.string(), output: v.string() }),
]);
export type SupervisorMessage = v.InferOutput<typeof SupervisorMessage>;
