/** The handlers of the service, and which one serves a route. The bundler and the stacks both read this. */
import type { OperationId } from '../../contract/routes.ts';
import { type Handler, handlers } from './handler-files.ts';

export { type Handler, handlers };

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
