/**
 * Every handler of the service, by its path in `lambdas/`: each file there that exports `handler` is the entry of a
 * function. The package, which has no such files, has the list in place of this module (scripts/package/build.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Such as `block/block-user`. */
export type Handler = `${string}/${string}`;

const lambdas = join(import.meta.dirname, '../../lambdas');

const isHandler = (path: string): path is Handler =>
  /^export (const|async function) handler\b/m.test(readFileSync(join(lambdas, `${path}.ts`), 'utf8'));

/** Every handler; `lambdas/<handler>.ts` is its entry file. */
export const handlers: readonly Handler[] = readdirSync(lambdas, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter(isHandler)
  .sort();
