/**
 * `npm run mutation -- [folder or file…] [options of Stryker]`: changes each expression of the code in turn, and lists
 * the changes that no test notices, with each file's score.
 *
 * A folder is one of `lambdas/`, or `contract` or `client`; without names, all of them are measured. The tests that
 * must notice are those of the folder in `test/` with the same name, and of the client its own, with one local cloud for
 * all of them; end-to-end tests are too slow for it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import globalSetup from '../../global-setup.ts';
import globalTeardown from '../../global-teardown.ts';

const HERE = 'test/proof/mutation';
const STRYKER = `${HERE}/node_modules/@stryker-mutator/core/bin/stryker.js`;

/** Where the tests of a folder are. */
const testsOf = (name: string): string => (name === 'client' ? 'client/test' : `test/${name}`);

/** Those with tests, by their names. */
const folders = new Map(
  [...globSync('lambdas/*/'), 'contract', 'client']
    .map((folder) => [basename(folder), folder] as const)
    .filter(([name]) => existsSync(testsOf(name))),
);

const isOption = (argument: string): boolean => argument.startsWith('-');
const options = process.argv.slice(2).filter(isOption);
const chosen = process.argv.slice(2).filter((argument) => !isOption(argument));

// Stryker is a seventh of all packages, so only those who use it install it.
execFileSync('npm', ['ci', '--prefix', HERE], { stdio: 'inherit' });
await globalSetup();
try {
  const targets = chosen.length > 0 ? chosen.map(targetOf) : [...folders.keys()].map(targetOf);
  for (const { code, tests } of targets) measure(code, tests);
} finally {
  await globalTeardown();
}

/** The code that a name means, and the folder of its tests. */
function targetOf(name: string): { readonly code: string; readonly tests: string } {
  const folder = folders.get(name);
  if (folder !== undefined)
    return { code: `${folder}/**/*.ts,!${testsOf(name)}/**,!**/*.d.ts,!**/*.generated.ts`, tests: testsOf(name) };
  const own = [...folders].find(([, path]) => `${dirname(name)}/`.startsWith(`${path}/`));
  if (own === undefined)
    throw new Error(`There is no ${name}; there are ${[...folders.keys()].join(', ')}, or name files.`);
  return { code: name, tests: testsOf(own[0]) };
}

/** Has Stryker change these files. Throws where it could not. */
function measure(code: string, tests: string): void {
  console.log(`\n==> ${code}, with the tests of ${tests}`);
  const { status } = spawnSync(
    process.execPath,
    [
      STRYKER,
      'run',
      `${HERE}/stryker.config.js`,
      '--mutate',
      code,
      '--incrementalFile',
      `build/mutation-${tests.replaceAll('/', '-')}.json`,
      ...options,
    ],
    { stdio: 'inherit', env: { ...process.env, SPS_MUTATION_TESTS: tests } },
  );
  if (status !== 0) throw new Error(`Stryker could not measure ${code}; its messages are above.`);
}
