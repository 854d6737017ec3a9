/**
 * Clients that two generators make of the OpenAPI document compile, and call the service; and the document passes a linter.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { cloud, createNetwork, tokenFor } from '../../support/service.ts';

const root = join(import.meta.dirname, '../../..');
/** In the project, so that the clients find its packages. */
const folder = join(root, 'build/generated-clients');
/** Returns the output. */
function node(...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words[0]}: ${stdout}${stderr}`);
  return stdout;
}

/** By generator: a program that blocks a user and prints who is blocked. */
const programs: Readonly<Record<string, string>> = {
  'openapi-typescript': `
    import createClient from 'openapi-fetch';
    import type { paths } from './types/schema.ts';
    const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
    await client.POST('/block/members', { body: { blockUserId: 'grace' } });
    const { data: list } = await client.POST('/block', { body: {} });`,
  oazapfts: `
    import { ok } from '@oazapfts/runtime';
    import { blockUser, defaults, listBlockedUsers } from './oazapfts/client.ts';
    Object.assign(defaults, { baseUrl, headers: { authorization: \`Bearer \${token}\` } });
    await ok(blockUser({ body: { blockUserId: 'grace' } }));
    const list = await ok(listBlockedUsers({ body: {} }));`,
};
const ARGUMENTS = "const [baseUrl = '', token = ''] = process.argv.slice(2);";
const PRINT = 'console.log(list?.results.map((blocked) => blocked.blocked_userId).join());';
const fileOf = (generator: string): string => `${generator.replaceAll(/\W/g, '-')}.ts`;

const compilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: false,
  target: 'es2024',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'],
};

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  node(join(import.meta.dirname, 'generate.mjs'), join(root, 'lambdas/api/openapi.generated.json'), folder);
  for (const [generator, program] of Object.entries(programs)) {
    writeFileSync(join(folder, fileOf(generator)), `${ARGUMENTS}${program}\n${PRINT}\n`);
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
});

test('every client compiles', () => {
  node(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.');
});

test.each(Object.keys(programs))('the client of %s blocks a user and lists the blocks', async (generator) => {
  const outfile = join(folder, fileOf(generator).replace('.ts', '.mjs'));
  buildSync({ entryPoints: [join(folder, fileOf(generator))], outfile, bundle: true, format: 'esm', platform: 'node' });
  const token = await tokenFor(await createNetwork({ features: ['blockUser'] }), 'ada');
  expect(node(outfile, cloud().url, token)).toBe('grace\n');
});
