/** The operator's command line: its commands and exit codes. */
import { Command, CommanderError } from 'commander';
import { addAdminLinkCommand } from './commands/admin-link.ts';
import { addAuditCommand } from './commands/audit.ts';
import { addBulkCommands } from './commands/bulk.ts';
import { addCheckupCommand } from './commands/checkup.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addFeatureCommands } from './commands/feature.ts';
import { addKeyCommands } from './commands/key.ts';
import { addListenCommand } from './commands/listen.ts';
import { addNetworkCommands } from './commands/network.ts';
import { addReconcileCommand } from './commands/reconcile.ts';
import { addRedriveCommands } from './commands/redrive.ts';
import { addServiceOptions } from './commands/service-options.ts';
import { addTokenCommand } from './commands/token.ts';
import { addUserCommands } from './commands/user.ts';
import { UsageError } from './errors.ts';

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const ABOUT = `
A command works on the local cloud that runs on .local, unless --data or --env
selects another service. These options may be before or after the command. A
deployed stage is found with the credentials and region of the AWS environment.

Results go to stdout; errors and hints are text on stderr, also with --json.
Exit codes: 0 done; 1 failed; 2 wrong arguments or options, nothing was done.`;

/** Runs one command, prints its output, and returns its exit code. */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(words, { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    const { describeError } = await import('./describe-error.ts');
    process.stderr.write(await describeError(error));
    return error instanceof UsageError ? MISUSED : FAILED;
  }
}

/** Returns the program with all its commands. */
export function buildProgram(): Command {
  const program = new Command('ctl')
    .usage('[options] <command>')
    .description(
      "The operator's command line: networks, features, tokens, admin links, signing keys, users' data, the audit trail, import and export, failed messages.",
    )
    .exitOverride()
    .showHelpAfterError('(add --help for the arguments and options of a command)')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', ABOUT);
  addServiceOptions(program);
  addNetworkCommands(program);
  addFeatureCommands(program);
  addTokenCommand(program);
  addAdminLinkCommand(program);
  addKeyCommands(program);
  addUserCommands(program);
  addAuditCommand(program);
  addBulkCommands(program);
  addListenCommand(program);
  addCheckupCommand(program);
  addReconcileCommand(program);
  addRedriveCommands(program);
  addCompletionCommand(program);
  return program;
}
