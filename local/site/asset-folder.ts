/** The files of an asset. Those that take long to build are built when they are first requested, not when the cloud starts. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

const BuiltOnRequest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** Builds the files, unless they are current. Relative to the project, as is `output`. */
    script: v.string(),
    output: v.string(),
  }),
);

const running = new Map<string, Promise<unknown>>();

/** The folder with the files of the asset in `folder`, of the app in the folder `project`. Rejects with what the script wrote to stderr if the build fails. */
export async function assetFolder(folder: string, project: string): Promise<string> {
  const file = join(folder, 'built-on-request.json');
  if (!existsSync(file)) return folder;
  const { script, output } = v.parse(BuiltOnRequest, await readFile(file, 'utf8'));
  const build = running.get(script) ?? promisify(execFile)(process.execPath, [script], { cwd: project });
  running.set(script, build);
  try {
    await build;
  } finally {
    running.delete(script);
  }
  return join(project, output);
}
