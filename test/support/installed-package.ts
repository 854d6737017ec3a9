/** Packs a built package and installs it into an empty project, without a network. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** `PATH` without the Node that the project brings: what runs with it uses that of the machine, as a user does. */
export const pathOfMachine = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':');

/** Installs the package in `folder` into `project`, a folder, as from a tarball that was downloaded. */
export async function installPackage(folder: string, project: string): Promise<void> {
  const offline = ['--offline', '--no-audit', '--no-fund', '--cache', join(project, 'cache')];
  const { stdout } = await run('npm', ['pack', folder, '--silent', ...offline], { cwd: project });
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  await run('npm', ['install', `./${stdout.trim()}`, ...offline], { cwd: project });
}
