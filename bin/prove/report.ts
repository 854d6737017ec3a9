/** The report of a run: one page of Markdown, without anything that says whose account it was. */

import { isInstalled } from '@social-platform-services/ctl/about';
import { markdownTable } from './markdown.ts';
import { type Measurement, quantile } from './measurements.ts';
import type { Finding, Proof } from './proof.ts';

/** What a run has shown. */
export interface Run {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Where: a region of AWS, or a local cloud. */
  readonly place: string;
  readonly stage: string;
  /** What ran, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Deployment, smoke test and the like: what was done, and how it ended. */
  readonly steps: readonly (readonly [step: string, outcome: string])[];
  readonly findings: readonly { readonly proof: Pick<Proof, 'name' | 'row' | 'needs'>; readonly finding: Finding }[];
  readonly measurements: readonly Measurement[];
  /** What it has cost, as unit and dollars; or why that is not known. */
  readonly cost: readonly (readonly [unit: string, dollars: string])[] | string;
}

/** Returns the page. */
export function reportOf(run: Run): string {
  const { findings, measurements, place, stage, steps, versions } = run;
  const counted = (verdict: Finding['verdict']): string =>
    `${findings.filter(({ finding }) => finding.verdict === verdict).length} ${verdict}`;
  const wrong = findings.filter(({ finding }) => finding.verdict === 'contradicted');
  return withoutAccount(
    [
      `# ${place === LOCAL ? 'A local cloud' : `AWS, ${place}`}, ${dayOf(run.startedAt)}`,
      `The stage \`${stage}\`, from ${timeOf(run.startedAt)} to ${timeOf(run.endedAt)}: ${VERDICTS.map(counted).join(', ')}. Written by the command \`prove\`.`,
      ...(place === LOCAL
        ? [
            '**This run has not seen AWS.** What a local cloud confirms says that the proof works, and nothing about AWS.',
          ]
        : []),
      markdownTable(['what', 'version'], Object.entries(versions)),
      '## Steps',
      steps.map(([step, outcome]) => `- ${step}: ${outcome}`).join('\n'),
      ...(wrong.length === 0
        ? []
        : ['## Contradicted', wrong.map(({ proof, finding }) => entryOf(proof, finding)).join('\n')]),
      '## Behaviours',
      `Each belongs to the entry of ${isInstalled ? 'the page "AWS behaviours that we rely on"' : '[AWS behaviours that we rely on](../aws-behaviour.md)'} that begins as quoted.`,
      [...Map.groupBy(findings, ({ proof }) => proof.row)]
        .map(
          ([row, all]) => `- "${row} …"\n${all.map(({ proof, finding }) => `  ${entryOf(proof, finding)}`).join('\n')}`,
        )
        .join('\n'),
      '## Measurements',
      measurementsTable(measurements),
      '## Cost',
      typeof run.cost === 'string'
        ? run.cost
        : `By the figures of CloudWatch at the end of the run, which lack its last minutes, and list prices of us-east-1:\n\n${markdownTable(['unit', 'dollars'], run.cost)}`,
    ].join('\n\n'),
  ).concat('\n');
}

/** The place of a run without an account. */
export const LOCAL = 'local';

const VERDICTS = ['confirmed', 'contradicted', 'not shown'] as const;

const entryOf = ({ name }: Pick<Proof, 'name'>, { verdict, detail }: Finding): string =>
  `- **${verdict}**: ${name}${detail === '' ? '' : ` (${oneLine(detail)})`}`;

function measurementsTable(measurements: readonly Measurement[]): string {
  const ms = (value: number): string => (Number.isNaN(value) ? '' : `${Math.round(value)} ms`);
  const rows = measurements.map(({ what, milliseconds, missing = '' }) => [
    `${what}${missing === '' ? '' : ` (${oneLine(missing)})`}`,
    `${milliseconds.length}`,
    ...[0.5, 0.95, 1].map((part) => ms(quantile(milliseconds, part))),
  ]);
  return markdownTable(['what', 'times', 'median', '95 of 100', 'most'], rows);
}

/** Details come from responses: they must not break a list or a table. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** Ids of accounts, and hosts and keys that belong to one. */
const OF_ACCOUNT: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b\d{12}\b/g, '<account>'],
  [/\b[a-z0-9]{10}\.execute-api\b/g, '<api>.execute-api'],
  [/\b[a-z0-9]+\.lambda-url\b/g, '<function>.lambda-url'],
  [/\b[a-z0-9]+\.cloudfront\.net\b/g, '<distribution>.cloudfront.net'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, '<key>'],
];

/** Times have no twelve digits in a row here: they are ISO 8601. */
const withoutAccount = (text: string): string =>
  OF_ACCOUNT.reduce((page, [pattern, instead]) => page.replaceAll(pattern, instead), text);

/** The day of a time, as 2026-11-28. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const timeOf = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`;
