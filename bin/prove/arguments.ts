/** Parses the command line of `prove`. */
import { parseArgs } from 'node:util';
import { typedCommand } from '@social-platform-services/ctl/about';

const USAGE = typedCommand('prove', '[--env <stage> [--yes] | --data <folder>] [--report <file>]');

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
