/**
 * `npm run check:commits`: whether the subjects of commits are `scope: imperative`, as CONTRIBUTING.md says. Merges are
 * not looked at, nor commits from before there were scopes. A shallow clone has some of them, and an archive none.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What a commit is about, as CONTRIBUTING.md explains it. */
export const scopes = [
  'api',
  'blocking',
  'activity',
  'events',
  'webhooks',
  'delivery',
  'notices',
  'auth',
  'client',
  'ctl',
  'panel',
  'local',
  'stacks',
  'docs',
  'tests',
  'build',
] as const;

/** Characters of a subject. */
const MAX_LENGTH = 72;
/** Commits from then on are checked. */
const SINCE = '2026-11-28T02:30:00Z';

/** What is wrong with a subject: a sentence, or undefined. */
export function problemOfSubject(subject: string): string | undefined {
  const [, scope, rest] = /^([a-z]+): (.+)$/.exec(subject) ?? [];
  if (scope === undefined || rest === undefined) return 'It is not of the form "scope: imperative".';
  if (!scopes.some((known) => known === scope))
    return `There is no scope ${scope}. The scopes are ${scopes.join(', ')}.`;
  if (subject.length > MAX_LENGTH) return `It has ${subject.length} characters, more than ${MAX_LENGTH}.`;
  if (/^[A-Z]/.test(rest) && !/^[A-Z]{2}/.test(rest)) return 'The imperative begins with a small letter.';
  return rest.endsWith('.') ? 'It ends with a full stop.' : undefined;
}

if (import.meta.main && existsSync('.git')) {
  const log = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%h %s'], { encoding: 'utf8' });
  for (const line of log.split('\n').filter(Boolean)) {
    const problem = problemOfSubject(line.slice(line.indexOf(' ') + 1));
    if (problem === undefined) continue;
    console.error(`${line}\n  ${problem}`);
    process.exitCode = 1;
  }
}
