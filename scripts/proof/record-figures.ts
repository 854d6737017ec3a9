/** Has proofs write their figures, in this process and those that it starts. */
import { execFileSync } from 'node:child_process';
import { COMMIT } from '../../test/proof/figures.ts';

/** The figures are those of the commit that is checked out. */
export function recordFigures(): void {
  process.env[COMMIT] ??= execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
}
