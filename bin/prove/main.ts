/**
 * `npm run prove -- --env <stage> | --data <folder>`: shows which behaviours of AWS are as we assume (docs/aws-behaviour.md),
 * measures, and writes a report.
 *
 * With `--env` it deploys the stage into the account of the AWS environment, and deletes it at the end, also after Ctrl-C;
 * with `--data` it runs the part that needs no account against a running local cloud.
 *
 * Exit codes: 0 if AWS contradicted nothing that we assume, 1 if it did, or if a step failed, 2 for wrong arguments.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isInstalled } from '@social-platform-services/ctl/about';
import { describeError } from '@social-platform-services/ctl/describe-error';
import { OperatorError } from '@social-platform-services/ctl/errors';
import type { StageConfig } from '../../lib/stage-config.ts';
import { projectApp, type StageApp, stageOf } from '../stage/stage-app.ts';
import { type ProveArguments, proveArguments } from './arguments.ts';
import { type RunCommand, runOwnCommand } from './commands.ts';
import { dayOf, LOCAL, type Run, reportOf } from './report.ts';
import { proveInAws } from './run-in-aws.ts';
import { proveLocally } from './run-locally.ts';

/** Where the command is called. */
interface ProveTools {
  /** Runs other commands of the program. */
  readonly command: RunCommand;
  /** Reads the app that has the stages; it is synthesized for that. */
  readonly app: () => Promise<StageApp>;
}

const inProject: ProveTools = { command: runOwnCommand, app: async () => projectApp };

/** Runs with these arguments, and returns the exit code. */
export async function runProve(words: readonly string[], { command, app } = inProject): Promise<number> {
  const parsed = proveArguments(words);
  if ('problem' in parsed) {
    console.error(parsed.problem);
    return 2;
  }
  const { env, data } = parsed;
  const interrupted = new AbortController();
  const interrupt = (): void => {
    if (!interrupted.signal.aborted) console.error('\nInterrupted: what was created is deleted, which takes minutes.');
    interrupted.abort(new Error('it was interrupted'));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  try {
    const tools = { command, interrupted: interrupted.signal, say: (text: string) => console.error(text) };
    const run =
      env === undefined
        ? await proveLocally(data, tools)
        : await proveInAws(stageIn(await app(), env), { ...tools, confirm: (text) => confirm(text, parsed.yes) });
    if (run === undefined) return 1;
    console.log(write(run, parsed));
    const isWrong = run.findings.some(({ finding }) => finding.verdict === 'contradicted');
    return isWrong || run.steps.some(([, outcome]) => outcome.startsWith('failed')) ? 1 : 0;
  } catch (error) {
    console.error(await describeError(error, parsed));
    return 1;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

/** The stage of this name. Throws OperatorError that lists the stages of the app if it has none of it. */
function stageIn(app: StageApp, name: string): StageConfig {
  const stage = stageOf(app, name);
  if (stage !== undefined) return stage;
  const names = app.stages.map((one) => one.name).join(', ');
  throw new OperatorError(`The app has no stage ${name}.`, `It has these: ${names}.`);
}

/** Writes the report, and says where. */
function write(run: Run, { report }: ProveArguments): string {
  const name = `${dayOf(run.startedAt)}-${run.place}-${run.stage}.md`;
  // Runs in AWS are among the documents of this project.
  const folder = isInstalled ? '.' : run.place === LOCAL ? 'build' : 'docs';
  const file = report ?? join(folder, 'aws-runs', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, reportOf(run));
  return `The report is in ${file}.`;
}

/** Asks in the terminal; where there is none, only `--yes` is a yes. */
async function confirm(text: string, yes: boolean): Promise<boolean> {
  console.error(text);
  if (yes) return true;
  if (!process.stdin.isTTY) {
    console.error('Nothing was done. Add --yes to begin without a question.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Begin? [y/N] ').finally(() => terminal.close());
  return /^y(es)?$/i.test(answer.trim());
}

if (import.meta.main) process.exitCode = await runProve(process.argv.slice(2));
