/** What AWS may get from a bundle. */
import * as v from 'valibot';
import { routes } from '../../../contract/routes.ts';
import { type Handler, handlerOf } from '../../../lib/functions/handlers.ts';
import type { Served } from './runtime-api.ts';

/** Of a route: any but one that says that the service failed. */
const Response = v.looseObject({ statusCode: v.pipe(v.number(), v.maxValue(499)) });
/** Of the others: nothing was left undone. */
const Done = v.union([
  v.object({ batchItemFailures: v.strictTuple([]) }),
  v.null(),
  v.object({ isAuthorized: v.literal(true), context: v.unknown() }),
]);
const Line = v.union([
  v.looseObject({ _aws: v.object({ Timestamp: v.number(), CloudWatchMetrics: v.array(v.unknown()) }) }),
  v.looseObject({ timestamp: v.string(), level: v.picklist(['INFO', 'WARN']), requestId: v.picklist(['1', '2']) }),
]);
const ofRoutes = new Set(Object.values(routes).map(({ operationId }) => handlerOf(operationId)));

/** Returns what is wrong with the answers or the output of a bundle; undefined if nothing is. */
export function problemIn(handler: Handler, { answers, lines, stderr }: Served): string | undefined {
  if (stderr !== '') return `writes to stderr: ${stderr}`;
  const answer = answers.find(
    ({ returned, value }) => !returned || !v.is(ofRoutes.has(handler) ? Response : Done, value),
  );
  if (answer !== undefined) return `answers ${JSON.stringify(answer)}; its log: ${lines.join('\n')}`;
  const line = lines.find((one) => !v.is(v.pipe(v.string(), v.parseJson(), Line), one));
  if (line !== undefined) return `writes the line ${line}`;
  const counts = handler === 'delivery/fan-out' && !lines.some((one) => one.startsWith('{"_aws"'));
  return counts ? 'writes no metrics' : undefined;
}
