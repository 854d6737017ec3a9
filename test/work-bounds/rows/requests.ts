/**
 * What every route does with a request before its handler runs, with dear values at each place of its schemas. The rows
 * follow from the contract: a new route, or a new field, has one.
 */
import { activityPayloads } from '../../../contract/activity-payloads.ts';
import { MAX_EVENT_BYTES } from '../../../contract/events.ts';
import type { RequestBody, RouteDefinition } from '../../../contract/route.ts';
import { documentationOf, type OperationId, routes } from '../../../contract/routes.ts';
import { ServiceError } from '../../../lambdas/shared/errors.ts';
import { parseOrRefuse, readParameters, readQuery } from '../../../lambdas/shared/request.ts';
import { jsonBody } from '../../../lambdas/shared/request-body.ts';
import { handlerOf } from '../../../lib/functions/handlers.ts';
import { lambdaContext, requestWith } from '../../support/route-requests.ts';
import { filled, jsonShapes, simpleJsonShapes, textShapes } from '../dear-texts.ts';
import { type Row, row } from '../row.ts';
import { around, type JsonPath, type JsonPlace, membersOf, placesOf } from '../schema-places.ts';

/** The most characters of a request line with its headers: API Gateway refuses more. */
export const MAX_LINE = 10_240;
/** A body that is larger than this takes longer to parse, whatever is done with it, than a request may take. */
const LARGE = 64 * 1024;
/** What is tried of megabytes. */
const largeShapes = ['numbers', 'objects', 'texts', 'members', 'nested lists', 'a text of escapes'];

/** Runs what may refuse its input. Throws anything but a refusal. */
export function unlessRefused(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** What a body is read and checked as. */
function checkedBody(body: string, definition: RequestBody): unknown {
  const event = requestWith({ body });
  const request = { event, context: lambdaContext(), response: undefined, error: undefined, internal: {} };
  jsonBody(definition).before?.(request);
  return parseOrRefuse(definition.schema, event.body);
}

const nameOf = (path: JsonPath): string => (path.length === 0 ? 'the whole' : path.join('.'));

function bodyRow(operation: OperationId, body: RequestBody, { path, isSimple }: JsonPlace, example: unknown = {}): Row {
  const [before, after] = around(example, path);
  // Of many megabytes only a member of the body is as long: its elements are looked at one by one, and a body in place of
  // the object is parsed like it.
  const size = path.length === 1 ? body.maxBytes : Math.min(body.maxBytes, MAX_EVENT_BYTES);
  return row({
    name: `the body of ${operation}: ${nameOf(path)}`,
    places: [handlerOf(operation)],
    serves: 'one request',
    limit: size - Buffer.byteLength(before + after),
    shapes: Object.fromEntries(
      Object.entries(isSimple ? simpleJsonShapes : jsonShapes)
        .filter(([name]) => size <= MAX_EVENT_BYTES || largeShapes.includes(name))
        .map(([name, make]) => [name, (size) => `${before}${make(size)}${after}`]),
    ),
    run: (text) => unlessRefused(() => checkedBody(text, body)),
    ...(body.maxBytes > LARGE && { unavoidable: (text: string) => JSON.parse(text) }),
  });
}

/** Events whose data is checked have places of their own; those with one schema have the same. */
const dataRows = (body: RequestBody): readonly Row[] =>
  (['v3.post.didAddReaction', 'v3.comment.didAddReaction', 'v3.comment.didReply'] as const).flatMap((event) =>
    placesOf(activityPayloads[event])
      .filter(({ path }) => path.length > 0)
      .map(({ path, isSimple }) => {
        const data = { comments: [{ referenceType: 'post' }] };
        const example = { events: [{ event, data }] };
        const place = { path: ['events', 0, 'data', ...path], isSimple };
        return { ...bodyRow('ingestEvents', body, place, example), name: `the data of ${event}: ${nameOf(path)}` };
      }),
  );

/** Encoded texts, of so many characters. */
const encodedShapes: Readonly<Record<string, (size: number) => string>> = {
  letters: textShapes.letters,
  digits: (size) => filled(size, '9'),
  dots: (size) => filled(size, '.'),
  commas: textShapes.commas,
  dashes: (size) => filled(size, '-'),
  'plus signs': (size) => filled(size, '+'),
  'encoded spaces': (size) => filled(size, '%20'),
  'encoded emoji': (size) => filled(size, '%F0%9F%98%80'),
  'what is not encoded': (size) => filled(size, '%'),
};

function queryRow(operation: OperationId, { query, repeatable = [] }: RouteDefinition, name: string): readonly Row[] {
  if (query === undefined) return [];
  return [
    row({
      name: `the query of ${operation}: ${name}`,
      places: [handlerOf(operation)],
      serves: 'one request',
      limit: MAX_LINE,
      shapes: {
        ...Object.fromEntries(
          Object.entries(encodedShapes).map(([shape, make]) => [shape, (size) => `${name}=${make(size)}`]),
        ),
        repetitions: (size) => filled(size, `${name}=a`, '&'),
        'different names': (size) =>
          Array.from({ length: Math.floor(size / 6) }, (_, n) => `${n.toString(36)}=`).join('&'),
      },
      run: (raw) => unlessRefused(() => readQuery(query, raw, repeatable)),
    }),
  ];
}

function parameterRow(operation: OperationId, { path, parameters }: RouteDefinition, name: string): readonly Row[] {
  if (parameters === undefined) return [];
  return [
    row({
      name: `the path of ${operation}: ${name}`,
      places: [handlerOf(operation)],
      serves: 'one request',
      limit: MAX_LINE,
      shapes: encodedShapes,
      run: (text) => {
        const rawPath = path.replaceAll(`{${name}}`, text);
        return unlessRefused(() =>
          readParameters({ method: 'GET', path, parameters }, { rawPath, pathParameters: { [name]: text } }),
        );
      },
    }),
  ];
}

function rowsOf(operation: OperationId): readonly Row[] {
  const definition: RouteDefinition = routes[operation];
  const { body, query, parameters } = definition;
  const { example } = documentationOf(definition);
  return [
    ...(body === undefined ? [] : placesOf(body.schema).map((place) => bodyRow(operation, body, place, example.body))),
    ...(operation === 'ingestEvents' && body !== undefined ? dataRows(body) : []),
    ...(query === undefined ? [] : membersOf(query).flatMap((name) => queryRow(operation, definition, name))),
    ...(parameters === undefined
      ? []
      : membersOf(parameters).flatMap((name) => parameterRow(operation, definition, name))),
  ];
}

const isOperation = (name: string): name is OperationId => name in routes;

export const requestRows: readonly Row[] = Object.keys(routes).filter(isOperation).flatMap(rowsOf);
