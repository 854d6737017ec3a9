/** The command of the package: hosts the CDK app of the folder that it is called in. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { HostedApp } from './hosted-app.ts';
import { runLocalCloud } from './main.ts';
import { StartProblem } from './template/problem.ts';

const CdkJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ app: v.optional(v.string()), context: v.optional(v.record(v.string(), v.unknown())) }),
);

const Options = v.object({ app: v.optional(v.string()), stack: v.optional(v.array(v.string())) });

/** What `cdk.json` in the folder has. Throws a `StartProblem` if it can't be read. */
function readCdkJson(folder: string): v.InferOutput<typeof CdkJson> {
  const file = join(folder, 'cdk.json');
  if (!existsSync(file)) return {};
  const parsed = v.safeParse(CdkJson, readFileSync(file, 'utf8'));
  if (parsed.success) return parsed.output;
  throw new StartProblem(
    `${file} is not JSON as cdk has it: ${parsed.issues.map(({ message }) => message).join('; ')}`,
  );
}

/**
 * The app that the options name, as those of `cdk` do: a command that synthesizes it, or a folder that it was
 * synthesized into. Throws a `StartProblem` if there is none.
 */
function hostedApp(folder: string, options: Readonly<Record<string, unknown>>): HostedApp {
  const { app, stack: stacks } = v.parse(Options, options);
  const { app: ownApp, context = {} } = readCdkJson(folder);
  const command = app ?? ownApp;
  if (command === undefined)
    throw new StartProblem('There is no cdk.json here that names an app: name one with --app.');
  const hosted = { folder, script: { command }, context, ...(stacks && { stacks }) };
  const assembly = resolve(folder, command);
  if (!existsSync(assembly) || !statSync(assembly).isDirectory()) return hosted;
  return {
    ...hosted,
    lastAssembly: {
      async restore(output) {
        await rm(output, { recursive: true, force: true });
        await cp(assembly, output, { recursive: true });
        return true;
      },
      keep: async () => {},
    },
  };
}

await runLocalCloud({
  usage: 'cdk-local-cloud',
  description: 'Hosts the CDK app of this folder on this machine, from the templates that would be deployed.',
  compileCache: join(tmpdir(), 'cdk-local-cloud'),
  addOptions: (program) => {
    program
      .option('--app <command>', 'what synthesizes the app, or a folder with its assembly; that of cdk.json by default')
      .option('--stack <name...>', 'the stacks that are hosted, by their names in CloudFormation; all by default');
  },
  load: async (options) => hostedApp(process.cwd(), options),
});
