/** The operator's command line: its commands and exit codes. */
import { Command, CommanderError, Option } from 'commander';
import * as v from 'valibot';
import { DEFAULT_PREFIX, DeployedStageName, StageNamePart } from '../contract/stages.ts';
import { COMMAND_NAME, programName, version } from './about.ts';
import { parsedWith } from './commands/shared.ts';
import { UsageError } from './errors.ts';
import { printable, writeNote } from './output.ts';

/** Adds commands to the program. */
type AddCommands = (program: Command) => void;

/** The commands, in the order of `--help`. Each loads when it is called, since the libraries of some take long. */
const commands: Readonly<Record<string, () => Promise<AddCommands>>> = {
  network: async () => (await import('./commands/network.ts')).addNetworkCommands,
  feature: async () => (await import('./commands/network.ts')).addFeatureCommands,
  token: async () => (await import('./commands/token.ts')).addTokenCommand,
  'admin-link': async () => (await import('./commands/token.ts')).addAdminLinkCommand,
  key: async () => (await import('./commands/key.ts')).addKeyCommands,
  user: async () => (await import('./commands/user.ts')).addUserCommands,
  audit: async () => (await import('./commands/audit.ts')).addAuditCommand,
  import: async () => (await import('./commands/bulk.ts')).addImportCommands,
  export: async () => (await import('./commands/bulk.ts')).addExportCommands,
  listen: async () => (await import('./commands/listen.ts')).addListenCommand,
  mcp: async () => (await import('./commands/mcp.ts')).addMcpCommand,
  checkup: async () => (await import('./commands/checkup.ts')).addCheckupCommand,
  reconcile: async () => (await import('./commands/reconcile.ts')).addReconcileCommand,
  redrive: async () => (await import('./commands/redrive.ts')).addRedriveCommands,
  restore: async () => (await import('./commands/restore.ts')).addRestoreCommand,
  completion: completionOf,
};

/** A command that has a command line of its own (bin/sps/): here it is for `--help` and completion only. */
export interface OwnCommand {
  readonly description: string;
}

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const ABOUT = `
By default, a command works on the local cloud that runs on .local. To select
another service, put --data or --env before or after the command. A deployed
stage is found with the AWS credentials and the region of your shell.

Results are written to stdout. Errors and hints are written to stderr, and are
text also with --json. The exit code is 0 if the command has succeeded, 1 if it
has failed, and 2 if arguments or options are wrong and nothing was done.`;

/** Runs one command, prints its output, and returns its exit code. `own` are commands that somebody else runs. */
export async function runProgram(
  words: readonly string[],
  own: Readonly<Record<string, OwnCommand>> = {},
): Promise<number> {
  const program = await buildProgram(words, own);
  try {
    await program.parseAsync(words, { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    const [{ describeError }, { ServiceOptions }] = await Promise.all([
      import('./describe-error.ts'),
      import('./service.ts'),
    ]);
    writeNote(await describeError(error, v.parse(ServiceOptions, program.opts())));
    return error instanceof UsageError ? MISUSED : FAILED;
  }
}

/** Returns the program with the commands that the words name; with all of them if they name none. */
export async function buildProgram(
  words: readonly string[] = [],
  own: Readonly<Record<string, OwnCommand>> = {},
): Promise<Command> {
  const program = new Command(programName)
    .usage('[options] <command>')
    .description(
      "Runs the local cloud of Social Platform Services, deploys its stages, and manages their networks: features, tokens, admin links, signing keys, users' data, the audit trail, import and export, failed messages, restored tables, and a server for agents.",
    )
    .version(version, '--version', 'print the version')
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(printable(text)) })
    .showHelpAfterError('(add --help for the arguments and options of a command)')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', ABOUT)
    .addOption(new Option('--data <folder>', 'select the local cloud that runs on this data folder').default('.local'))
    .addOption(
      new Option('--env <stage>', 'select a deployed stage').conflicts('data').argParser(parsedWith(DeployedStageName)),
    )
    .addOption(
      new Option('--prefix <prefix>', 'prefix of the names of its stacks')
        .default(DEFAULT_PREFIX)
        .argParser(parsedWith(StageNamePart)),
    )
    .option('--json', 'print the result as JSON');
  for (const [name, { description }] of Object.entries(own)) {
    program.command(name).description(description).allowUnknownOption().allowExcessArguments();
  }
  // `complete …` is what completion scripts call, with the words to complete.
  const named = words[0] === 'complete' ? [] : Object.keys(commands).filter((name) => words.includes(name));
  for (const [name, load] of Object.entries(commands)) {
    if (named.length === 0 || named.includes(name)) (await load())(program);
  }
  return program;
}

/** Shell completion, for bash, zsh, fish and PowerShell. It knows the commands that were added before. */
async function completionOf(): Promise<AddCommands> {
  const [{ default: addCompletion }, { default: completion }] = await Promise.all([
    import('@bomb.sh/tab/commander'),
    import('@bomb.sh/tab'),
  ]);
  const printScript = completion.setup.bind(completion);
  completion.setup = (...words) => withoutReadonly(() => printScript(...words));
  return (program) => {
    // Scripts complete the command of the package.
    program.name(COMMAND_NAME);
    addCompletion(program, { completionCommandName: 'completion' });
    program.name(programName);
  };
}

/** Bash complains of a variable that is set again and `readonly`, as where a script is sourced twice. */
function withoutReadonly(print: () => void): void {
  const { log } = console;
  console.log = (script: string) => log(script.replaceAll(/^readonly /gm, ''));
  try {
    print();
  } finally {
    console.log = log;
  }
}
