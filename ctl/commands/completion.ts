/** `ctl completion`: prints a script that completes commands, options and their values in a shell. */
import { Argument, type Command } from 'commander';
import { COMMAND_NAME } from '../command-name.ts';
import { completionScript, type Shell, shells } from '../completion.ts';
import { writeResult } from '../stdio.ts';

/** Adds `completion`. It needs no service. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .option('--name <command>', 'the command that is completed', COMMAND_NAME)
    .addHelpText('after', USE)
    .action((shell: Shell, { name }: { readonly name: string }) => writeResult(completionScript(shell, name, program)));
}

const USE = `
Load it in each new shell:
  bash  add to ~/.bashrc:  eval "$(${COMMAND_NAME} completion bash)"
  zsh   add to ~/.zshrc:   eval "$(${COMMAND_NAME} completion zsh)"
  fish  ${COMMAND_NAME} completion fish > ~/.config/fish/completions/${COMMAND_NAME}.fish`;
