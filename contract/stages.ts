/** What stages are called, those of this repository and those of other apps alike. */
import * as v from 'valibot';

/** How the names of stacks begin, unless a stage sets another prefix. */
export const DEFAULT_PREFIX = 'sps';

/** The stage that the local cloud hosts; it can't be deployed. */
export const LOCAL_STAGE = 'local';

/** The name or the prefix of a stage, parts of names of its resources; the message says what it must be. */
export const StageNamePart = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 lower-case letters, digits and hyphens, beginning with a letter'),
);

/** The name of a stage that can be deployed. */
export const DeployedStageName = v.pipe(
  StageNamePart,
  v.check((name) => name !== LOCAL_STAGE, `must be a deployed stage, and ${LOCAL_STAGE} is that of the local cloud`),
);

/** Says what is wrong with what names a stage on a command line; undefined if nothing is. */
export function wrongStage(env: string | undefined, prefix: string): string | undefined {
  const stage = v.safeParse(v.optional(DeployedStageName), env);
  if (!stage.success) return `The stage ${stage.issues[0].message}, not ${JSON.stringify(env)}.`;
  const start = v.safeParse(StageNamePart, prefix);
  return start.success ? undefined : `The prefix ${start.issues[0].message}, not ${JSON.stringify(prefix)}.`;
}
