/**
 * Every handler of the service, by its path in `lambdas/`: each file there that exports `handler` is the entry of a
 * function. The bundler and the stacks both read this.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationId } from '../../contract/routes.ts';

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

/**
 * The handler of a route, which is called like the route: one function for each, so that it has only its own
 * permissions. Throws if there is none.
 */
export function handlerOf(operation: OperationId): Handler {
  const name = nameOf(operation).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const handler = handlers.find((path) => path.endsWith(`/${name}`));
  if (handler === undefined) throw new Error(`The route ${operation} needs a handler lambdas/<capability>/${name}.ts.`);
  return handler;
}

/** The name of a route's function: `blockUser`, and `health` for `getHealth`. */
export const nameOf = (operation: OperationId): string =>
  operation.replace(/^get([A-Z])/, (_, letter: string) => letter.toLowerCase());
