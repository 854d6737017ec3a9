/** What this program is called, its version, and how to call its commands from where it is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The command that the installed package has. */
export const COMMAND_NAME = 'sps';

/** The `package.json` of the project, or that of the package, which has a command. */
const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.string(), bin: v.optional(v.record(v.string(), v.string())) }),
);

/** The folder of the project, or of the package. */
export const packageFolder = join(import.meta.dirname, '..');

const manifest = v.parse(Manifest, readFileSync(join(packageFolder, 'package.json'), 'utf8'));

export const { version } = manifest;

/** Whether this is the package, which may be anywhere, and not the project, in whose folder npm has its commands. */
export const isInstalled = manifest.bin !== undefined;

/** The name of the program in its messages. */
export const programName = isInstalled ? COMMAND_NAME : 'ctl';

/** What to type before the words of a command. */
export const typedName = isInstalled ? `npx ${COMMAND_NAME}` : 'npm run -s ctl --';

/** What to type for a command that npm has a script for in the project, such as `start`, with its arguments. */
export function typedCommand(
  command: 'start' | 'deploy' | 'diff' | 'destroy' | 'smoke' | 'prove',
  ...words: string[]
): string {
  if (isInstalled) return [`npx ${COMMAND_NAME}`, command, ...words].join(' ');
  const npm = command === 'start' ? 'npm start' : `npm run ${command}`;
  return words.length === 0 ? npm : [npm, '--', ...words].join(' ');
}
