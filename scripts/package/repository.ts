/**
 * The repository that a package says it is from. npm publishes a package with provenance only if that is the repository
 * whose workflow publishes it (https://docs.npmjs.com/generating-provenance-statements).
 *
 * `node scripts/package/repository.ts FOLDER…` refuses built packages that a release could not publish, or that would
 * name another repository. Exit codes: 0 if all may be published, 1 if not.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const Repository = v.object({ type: v.literal('git'), url: v.string() });
type Repository = v.InferOutput<typeof Repository>;

const Manifest = v.pipe(v.string(), v.parseJson(), v.object({ repository: v.optional(Repository) }));
const manifestIn = (folder: string) => v.parse(Manifest, readFileSync(join(folder, 'package.json'), 'utf8'));

/** Environment variables by name; those of a workflow name its repository. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The one whose workflow runs (https://docs.github.com/actions/reference/workflows-and-actions/variables). */
const ofWorkflow = ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }: Environment): Repository | undefined =>
  server && name ? { type: 'git', url: `git+${server}/${name}.git` } : undefined;

/** What the manifest of the project in `root` says, or else the workflow; undefined where neither does. */
export const repositoryOf = (root: string, environment: Environment = process.env): Repository | undefined =>
  manifestIn(root).repository ?? ofWorkflow(environment);

/** Why the package that was built in `folder` must not be released from here; undefined if it may be. */
export function releaseProblem(folder: string, environment: Environment): string | undefined {
  const { repository } = manifestIn(folder);
  if (repository === undefined) {
    return `${folder} names no repository, and npm publishes none without one with its provenance. Release it by the workflow, or give package.json of the project a "repository": { "type": "git", "url": "git+https://…" }.`;
  }
  const publisher = ofWorkflow(environment);
  if (publisher === undefined || publisher.url === repository.url) return undefined;
  return `${folder} names ${repository.url}, and ${publisher.url} releases it: npm refuses that. Change "repository" in package.json of the project, or remove it.`;
}

if (import.meta.main) {
  const problems = process.argv.slice(2).flatMap((folder) => releaseProblem(folder, process.env) ?? []);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
