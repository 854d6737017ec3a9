/** What the installed package hosts: the stage of the app in a folder, or a default one that needs no CDK. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '@social-platform-services/ctl/about';
import type { HostedApp, LastAssembly } from '@social-platform-services/local';
import { BUILT_FILES, unpackFiles } from '../../lib/built-files.ts';
import { LOCAL_CONTEXT } from '../../lib/local-context.ts';
import { appCommand } from '../sps/host-app.ts';
import { type Environment, ofService, overridesOf } from './hosted-service.ts';

/** The script that synthesizes the default stage. */
export const DEFAULT_APP = 'default-app';
/** The assembly of the default stage, and its folder for what the package has in one file. */
export const DEFAULT_ASSEMBLY = 'default-assembly';
export const BUILT_PLACE = 'built';

const hosted = ['data', 'service', 'panel'].map((part) => `sps-local-${part}`);

/** The app in `folder`; of its stages the named one, or the first. Without an app, the default stage. */
export function installedService(folder: string, stage: string | undefined, environment: Environment): HostedApp {
  const overrides = overridesOf(environment);
  const command = appCommand(folder);
  const shared = { folder, stacks: hosted, ...ofService };
  if (command !== undefined) {
    return { ...shared, script: { command }, context: { [LOCAL_CONTEXT]: stage ?? '*', ...overrides } };
  }
  return {
    ...shared,
    // With overrides the default app is synthesized, which needs the CDK.
    script: join(packageFolder, 'esm', `${DEFAULT_APP}.js`),
    context: { [LOCAL_CONTEXT]: '*', ...overrides },
    ...(Object.keys(overrides).length === 0 && { lastAssembly: defaultAssembly }),
  };
}

const defaultAssembly: LastAssembly = {
  async restore(output) {
    rmSync(output, { recursive: true, force: true });
    cpSync(join(packageFolder, DEFAULT_ASSEMBLY), output, { recursive: true });
    unpackFiles(join(packageFolder, BUILT_FILES), join(output, BUILT_PLACE));
    return true;
  },
  async keep() {
    // It comes with the package.
  },
};
