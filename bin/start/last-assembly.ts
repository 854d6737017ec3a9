/**
 * Keeps the assembly of the last synthesis, and gives it to each start for which nothing that the synthesis reads has
 * changed: it takes seconds of CPU, and nothing else needs the CDK.
 */
import { globSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LastAssembly } from '@social-platform-services/local';
import { COMMON_INPUTS, inputsOf, isCurrent, rememberBuild } from '../../lib/last-build.ts';

const FOLDER = 'build/assembly';
const RECORD = 'build/assembly.inputs.json';
const OUTPUTS = [`${FOLDER}/manifest.json`];
/** The app. */
export const APP_SOURCES = [
  'bin/app.ts',
  'lib/**',
  'contract/**',
  'ctl/about.ts',
  'docs/.vitepress/{build,markdown/links}.ts',
  'panel/{build,trim-cloudscape}.ts',
  'cdk.json',
];
const BUNDLES = 'build/functions.inputs.json';

/** The one of the project in the folder `project`, for one CDK context. */
export const lastAssemblyIn = (project: string): LastAssembly => ({
  async restore(output) {
    if (!isCurrent(RECORD, OUTPUTS, project)) return false;
    try {
      await rm(output, { recursive: true, force: true });
      await cp(join(project, FOLDER), output, { recursive: true });
      return true;
    } catch {
      // Another start has replaced it meanwhile.
      return false;
    }
  },

  async keep(assembly, beganAt) {
    const copy = join(project, 'build/tmp', `assembly.${process.pid}`);
    await cp(assembly, copy, { recursive: true });
    await rm(join(project, FOLDER), { recursive: true, force: true });
    await rename(copy, join(project, FOLDER));
    const inputs = [...COMMON_INPUTS, ...globSync(APP_SOURCES, { cwd: project }), ...inputsOf(BUNDLES, project)];
    rememberBuild(RECORD, { beganAt, inputs, outputs: OUTPUTS }, project);
  },
});
