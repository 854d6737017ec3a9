/**
 * `npm run prove -- --env <stage> | --data <folder>`: shows which behaviours of AWS are as we assume (docs/aws-behaviour.md),
 * measures, and writes a report.
 *
 * With `--env` it deploys the stage into the account of the AWS environment, and deletes it at the end, also after Ctrl-C;
 * with `--data` it runs the part that needs no account against a running local cloud.
 *
 * Exit codes: 0 if nothing is otherwise than we assume, 1 if something is, or a step failed, 2 for wrong arguments.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { describeError } from '@social-platform-services/ctl/describe-error';
import { type ProveArguments, proveArguments } from './arguments.ts';
import { type RunCommand, runProjectCommand } from './commands.ts';
import { dayOf, LOCAL, type Run, reportOf } from './report.ts';
import { proveInAws } from './run-in-aws.ts';
import { proveLocally } from './run-locally.ts';

/** Runs with these arguments, and returns the exit code. `command` runs other commands of the program. */
export async function runProve(words: readonly string[], command: RunCommand = runProjectCommand): Promise<number> {
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
        : await proveInAws(env, { ...tools, confirm: (text) => confirm(text, parsed.yes) });
    if (run === undefined) return 1;
    console.log(write(run, parsed));
    const isWrong = run.findings.some(({ finding }) => finding.verdict === 'otherwise');
    return isWrong || run.steps.some(([, outcome]) => outcome.startsWith('failed')) ? 1 : 0;
  } catch (error) {
    console.error(await describeError(error, parsed));
    return 1;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

/** Writes the report, and says where. */
function write(run: Run, { report }: ProveArguments): string {
  const name = `${dayOf(run.startedAt)}-${run.place}-${run.stage}.md`;
  const file = report ?? `${run.place === LOCAL ? 'build' : 'docs'}/aws-runs/${name}`;
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
