/** Parses the command line of `prove`. */
import { parseArgs } from 'node:util';
import { typedCommand } from '@social-platform-services/ctl/about';

const USAGE = typedCommand('prove', '[--env <stage> [--yes] | --data <folder>] [--report <file>]');

/** What `--help` prints. */
export const proveHelp = `Usage: ${USAGE}

With --env, the command deploys the stage into your AWS account, checks which
behaviours of AWS are as this service assumes, measures, deletes the stage, and
writes a report. It asks before it begins, unless --yes is given. With --data,
it checks on a running local cloud what needs no AWS account. The exit code is 0
if nothing differs from what is assumed, 1 if something differs or a step
failed, and 2 if the arguments are wrong.`;

/** What was typed. */
export interface ProveArguments {
  /** The stage to deploy, prove and destroy; undefined for a local cloud. */
  readonly env: string | undefined;
  /** The data folder of a local cloud. */
  readonly data: string;
  /** Whether to begin without a question. */
  readonly yes: boolean;
  /** The file of the report. */
  readonly report: string | undefined;
}

/** Returns the parsed arguments, or a message about what is wrong. */
export function proveArguments(args: readonly string[]): ProveArguments | { readonly problem: string } {
  const text = { type: 'string' } as const;
  const options = { env: text, data: text, report: text, yes: { type: 'boolean' } } as const;
  try {
    const { env, data, report, yes = false } = parseArgs({ args: [...args], options }).values;
    if ((env === undefined) === (data === undefined)) return { problem: `Name a stage or a folder: ${USAGE}` };
    return { env, data: data ?? '', yes, report };
  } catch (error) {
    return { problem: `${error instanceof Error ? error.message : String(error)}\n${USAGE}` };
  }
}
