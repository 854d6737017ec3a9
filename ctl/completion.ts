/** Shell completion: scripts that are made from the program's own commands, options and choices. */
import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What may follow a command; `path` is the names of the command and those above it, without the program's. */
interface Completion {
  readonly path: readonly string[];
  readonly commands: readonly string[];
  /** Values of the command's arguments that have choices. */
  readonly values: readonly string[];
  readonly options: readonly OptionCompletion[];
}

interface OptionCompletion {
  /** The long name, such as `--json`. */
  readonly name: string;
  readonly takesValue: boolean;
  /** The values, if only some are possible. */
  readonly values: readonly string[];
}

/** Returns the script for a shell; `name` is the command that it completes, such as `sps-ctl`. */
export function completionScript(shell: Shell, name: string, program: Command): string {
  const completions = completionsOf(program);
  switch (shell) {
    case 'bash':
      return bashScript(name, completions);
    case 'zsh':
      return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(name, completions)}`;
    case 'fish':
      return fishScript(name, completions);
  }
}

function completionsOf(program: Command, path: readonly string[] = []): readonly Completion[] {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const options = [...help.visibleOptions(program), ...help.visibleGlobalOptions(program)];
  return [
    {
      path,
      commands: commands.map((command) => command.name()),
      values: program.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
      options: options.flatMap(({ long, required, argChoices = [] }) =>
        long ? [{ name: long, takesValue: required, values: argChoices }] : [],
      ),
    },
    ...commands
      .filter((command) => command.name() !== 'help')
      .flatMap((command) => completionsOf(command, [...path, command.name()])),
  ];
}

function bashScript(name: string, completions: readonly Completion[]): string {
  const paths = completions.map(({ path }) => path.join(' ')).filter((path) => path !== '');
  const options = completions.flatMap((completion) => completion.options);
  const choices = new Map(
    options.filter(({ values }) => values.length > 0).map(({ name: option, values }) => [option, values]),
  );
  const valued = new Set(options.filter(({ takesValue }) => takesValue).map((option) => option.name));
  const functionName = `_${name.replaceAll(/\W/g, '_')}`;
  return [
    `${functionName}() {`,
    '  local word path= words= before=',
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    '    case "$before" in',
    `      ${[...valued].join(' | ')}) ;;`,
    `      *) case "\${path:+$path }$word" in`,
    `        ${paths.map((path) => `"${path}"`).join(' | ')}) path="\${path:+$path }$word" ;;`,
    '      esac ;;',
    '    esac',
    '    before=$word',
    '  done',
    `  case "\${COMP_WORDS[COMP_CWORD-1]}" in`,
    ...[...choices].map(([option, values]) => `    ${option}) words="${values.join(' ')}" ;;`),
    '    *) case "$path" in',
    ...completions.map(
      ({ path, commands, values, options: own }) =>
        `      "${path.join(' ')}") words="${[...commands, ...values, ...own.map((option) => option.name)].join(' ')}" ;;`,
    ),
    '    esac ;;',
    '  esac',
    `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    `complete -o default -F ${functionName} ${name}`,
    '',
  ].join('\n');
}

function fishScript(name: string, completions: readonly Completion[]): string {
  const lines = completions.flatMap(({ path, commands, values, options }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const unseen =
      commands.length === 0 || path.length === 0 ? [] : [`not __fish_seen_subcommand_from ${commands.join(' ')}`];
    const condition = path.length === 0 ? '__fish_use_subcommand' : [...seen, ...unseen].join('; and ');
    const complete = `complete -c ${name} -n '${condition}'`;
    return [
      ...[...commands, ...values].map((word) => `${complete} -f -a ${word}`),
      ...options.map(
        (option) =>
          `${complete} -l ${option.name.slice(2)}${option.values.length > 0 ? ` -x -a '${option.values.join(' ')}'` : ''}`,
      ),
    ];
  });
  return [...lines, ''].join('\n');
}
