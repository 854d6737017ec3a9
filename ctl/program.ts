/** The operator's command line: its commands, and how it ends. */
import { Command, CommanderError } from 'commander';
import { addAdminLinkCommand } from './commands/admin-link.ts';
import { addFeatureCommands } from './commands/feature.ts';
import { addKeyCommands } from './commands/key.ts';
import { addListenCommand } from './commands/listen.ts';
import { addNetworkCommands } from './commands/network.ts';
import { addServiceOptions } from './commands/service-options.ts';
import { addTokenCommand } from './commands/token.ts';
import { addUserCommands } from './commands/user.ts';
import { UsageError } from './operator-error.ts';

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const ABOUT = `
A command works on the local cloud that runs on .local, unless --data or --env
names another service. These options may stand before or after the command. A
deployed stage is looked up with the AWS environment's credentials and region.

Results go to stdout, and nothing else does. Errors and hints are text on
stderr, also with --json. Exit codes: 0 done; 1 failed; 2 the command itself is
wrong, and nothing was done.`;

/** Runs one command and answers its exit code. Everything is printed by then. */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(words, { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    const { describeFailure } = await import('./failure.ts');
    process.stderr.write(await describeFailure(error));
    return error instanceof UsageError ? MISUSED : FAILED;
  }
}

function buildProgram(): Command {
  const program = new Command('ctl')
    .usage('[options] <command>')
    .description("The operator's command line: networks, features, tokens, admin links, signing keys and users' data.")
    .exitOverride()
    .showHelpAfterError('(add --help for what the command takes)')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', ABOUT);
  addServiceOptions(program);
  addNetworkCommands(program);
  addFeatureCommands(program);
  addTokenCommand(program);
  addAdminLinkCommand(program);
  addKeyCommands(program);
  addUserCommands(program);
  addListenCommand(program);
  return program;
}
