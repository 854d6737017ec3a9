/** What this program is called, its version, and how to call the project's other commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The command that the installed package has. */
export const COMMAND_NAME = 'sps-ctl';

/** The `package.json` of the project, or that of the package, which has a command. */
const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.string(), bin: v.optional(v.record(v.string(), v.string())) }),
);

const manifest = v.parse(Manifest, readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

export const { version } = manifest;

/** Whether this is the package, which may be anywhere, and not the project, in whose folder npm has its commands. */
const isInstalled = manifest.bin !== undefined;

/** The name of the program in its messages. */
export const programName = isInstalled ? COMMAND_NAME : 'ctl';

/** What to type before the words of a command. */
export const typedName = isInstalled ? COMMAND_NAME : 'npm run -s ctl --';

/** A command of the project, such as `npm start`, with where it works if that is not here. */
export const projectCommand = (command: string): string =>
  isInstalled ? `${command}, in the folder of the project` : command;
