/** What the installed package hosts: the stage of the app in a folder, or a default one that needs no CDK. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../ctl/about.ts';
import { BUNDLES_FILE, writeBundles } from '../../lib/bundles-file.ts';
import { LOCAL_CONTEXT } from '../../lib/local-context.ts';
import type { HostedApp, LastAssembly } from '../../local/hosted-app.ts';
import { appCommand } from '../sps/host-app.ts';
import { type Environment, ofService, overridesOf } from './hosted-service.ts';

/** The script that synthesizes the default stage. */
export const DEFAULT_APP = 'default-app';
/** The assembly of the default stage, and in its files what stands for the package's folder. */
export const DEFAULT_ASSEMBLY = 'default-assembly';
export const PACKAGE_PLACE = '@package';
/** The folder for functions in that assembly, which has no copies of them. */
export const FUNCTIONS_PLACE = 'functions';

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
    writeBundles(join(packageFolder, BUNDLES_FILE), join(output, FUNCTIONS_PLACE));
    const here = JSON.stringify(packageFolder).slice(1, -1);
    for (const name of readdirSync(output).filter((file) => file.endsWith('.assets.json'))) {
      const file = join(output, name);
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replaceAll(PACKAGE_PLACE, () => here),
      );
    }
    return true;
  },
  async keep() {
    // It comes with the package.
  },
};
