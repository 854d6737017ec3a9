/** Remembers what the panel was built from, so that a start that changes nothing needs no build: esbuild takes seconds of CPU. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** When a build began, in milliseconds since 1970, and the files that it read, by their paths in the repository. */
const LastBuild = v.object({ beganAt: v.number(), inputs: v.array(v.string()) });

/** Whether `page` is there and nothing that the last build read has changed since. Where that can't be told, it is not. */
export function isCurrent(root: string, page: string): boolean {
  try {
    const { beganAt, inputs } = v.parse(LastBuild, JSON.parse(readFileSync(fileIn(root), 'utf8')));
    statSync(page);
    return inputs.every((input) => statSync(join(root, input)).mtimeMs < beganAt);
  } catch {
    return false;
  }
}

/** Remembers a build. */
export function rememberBuild(root: string, build: v.InferOutput<typeof LastBuild>): void {
  writeFileSync(fileIn(root), JSON.stringify(build));
}

const fileIn = (root: string): string => join(root, 'build/panel.inputs.json');
