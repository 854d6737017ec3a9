/** Parses the command line of `npm run test:stage`. */
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { DEFAULT_PREFIX, wrongStage } from '../../contract/stages.ts';

const USAGE =
  'npm run test:stage -- [--env <stage> [--prefix <prefix>] | --data <folder>] [--receivers-at <URL>] [--receivers-port <port>] [--known-differences <file>] [-t <part of a name>] [paths of tests]';

/** What was typed. */
export interface TestArguments {
  readonly env: string | undefined;
  /** How the names of the stage's stacks begin. */
  readonly prefix: string;
  /** The data folder of a local cloud. */
  readonly data: string;
  /** A public URL that is forwarded to a local port. */
  readonly receiversAt: string | undefined;
  readonly receiversPort: number;
  /** A file with `KnownDifferences` (summary.ts) as JSON. */
  readonly known: string | undefined;
  /** The tests to run. */
  readonly paths: string[];
  /** Further arguments of Jest. */
  readonly jest: readonly string[];
}

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(1), v.maxValue(65_535));
const BaseUrl = v.pipe(v.string(), v.url(), v.regex(/^https?:/));
const Paths = v.array(v.pipe(v.string(), v.startsWith('test/e2e')));

/** Returns the parsed arguments, or a message about what is wrong. */
export function testArguments(args: readonly string[]): TestArguments | { readonly problem: string } {
  const text = { type: 'string' } as const;
  const options = {
    env: text,
    data: text,
    prefix: text,
    'receivers-at': text,
    'receivers-port': text,
    'known-differences': text,
    testNamePattern: { type: 'string', short: 't' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { env, data, prefix = DEFAULT_PREFIX } = values;
    const { 'receivers-at': receiversAt, 'receivers-port': port = '8787', testNamePattern } = values;
    if (env !== undefined && data !== undefined) return { problem: `Name a stage or a folder, not both: ${USAGE}` };
    const problem = wrongStage(env, prefix);
    if (problem !== undefined) return { problem };
    if (!v.is(Port, port)) return { problem: `--receivers-port must be a port, not ${port}: ${USAGE}` };
    if (receiversAt !== undefined && !v.is(BaseUrl, receiversAt))
      return { problem: `--receivers-at must be a URL, not ${receiversAt}: ${USAGE}` };
    if (!v.is(Paths, positionals)) return { problem: `Only tests of test/e2e can be run: ${USAGE}` };
    return {
      env,
      prefix,
      data: data ?? '.local',
      receiversAt,
      receiversPort: Number(port),
      known: values['known-differences'],
      paths: positionals.length === 0 ? ['test/e2e/'] : positionals,
      jest: testNamePattern === undefined ? [] : ['--testNamePattern', testNamePattern],
    };
  } catch (error) {
    return { problem: `${error instanceof Error ? error.message : String(error)}\n${USAGE}` };
  }
}
