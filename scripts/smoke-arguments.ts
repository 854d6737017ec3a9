/** Parses the command line of `npm run smoke`. */
import { parseArgs } from 'node:util';

const USAGE = 'npm run smoke -- [--env <stage> | --data <folder>] [--receiver <https URL>]';

/** Which service to test, and where its test webhook points. */
export interface SmokeArguments {
  readonly env: string | undefined;
  /** The data folder of a local cloud. */
  readonly data: string;
  readonly receiver: string | undefined;
}

/** Returns the parsed arguments, or a message about what is wrong. */
export function smokeArguments(args: readonly string[]): SmokeArguments | { readonly problem: string } {
  const options = { env: { type: 'string' }, data: { type: 'string' }, receiver: { type: 'string' } } as const;
  try {
    const { env, data, receiver } = parseArgs({ args: [...args], options }).values;
    if (env !== undefined && data !== undefined) return { problem: `Name a stage or a folder, not both: ${USAGE}` };
    return { env, data: data ?? '.local', receiver };
  } catch (error) {
    return { problem: `${error instanceof Error ? error.message : String(error)}\n${USAGE}` };
  }
}
