/** The tables of docs/reliability.md: the figures of each proof's last run, which the run itself has written. */
import { lastRun } from '../../test/proof/figures.ts';
import { type Proof, proofs } from '../../test/proof/proofs.ts';
import { markdownTable } from '../markdown.ts';

/** One table for each proof that has run. */
export const reliabilityTables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(proofs.map((proof) => [proof.name, tableOf(proof)]));

function tableOf({ name, command, never }: Proof): string {
  const run = lastRun(name);
  if (run === undefined) return `Not run yet: \`${command}\`.`;
  const rows = Object.entries(run.figures).map(([figure, value]) => [
    words(figure),
    typeof value === 'number'
      ? value.toLocaleString('en', { maximumFractionDigits: 3, useGrouping: figure !== 'seed' })
      : value,
    never.includes(figure) ? 'must be 0' : '',
  ]);
  return [
    markdownTable(['figure', 'value', ''], rows),
    '',
    `On ${run.day}, commit ${run.commit}. Repeat it with \`${command}\`${seedOf(run.figures)}.`,
  ].join('\n');
}

const seedOf = ({ seed }: Readonly<Record<string, unknown>>): string =>
  seed === undefined ? '' : `, and the variable \`SPS_SEED=${seed}\``;

/** `lostActivities` as `lost activities`; abbreviations such as `MB` and `Ms` stay units. */
const words = (name: string): string =>
  name
    .replace(/MB/g, ' MB ')
    .replace(/Ms(?=[A-Z]|$)/g, ' ms ')
    .replace(/([a-z\d])([A-Z][a-z])/g, '$1 $2')
    .replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase())
    .replace(/ +/g, ' ')
    .trim();
