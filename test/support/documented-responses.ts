/** Checks responses against the OpenAPI document; test/e2e/access.test.ts shows that the service returns the same one. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { methodsOf, type RouteDefinition } from '../../contract/route.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import openApi from '../../lambdas/api/openapi.generated.json' with { type: 'json' };
import { undocumented } from './undocumented.ts';

const JsonSchema = v.record(v.string(), v.unknown());
const Response = v.object({ content: v.object({ 'application/json': v.object({ schema: JsonSchema }) }) });
/** A response, or a reference to one. Those of HEAD have no content. */
const AnyResponse = v.looseObject({ $ref: v.optional(v.string()) });
const Operation = v.object({ operationId: v.string(), responses: v.record(v.string(), AnyResponse) });
const Document = v.object({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.object({ schemas: v.record(v.string(), JsonSchema), responses: v.record(v.string(), Response) }),
});

export interface TestedRequest {
  readonly method: string;
  /** As it was sent; it may have a query. */
  readonly path: string;
}

export interface TestedResponse {
  readonly status: number;
  readonly contentType: string | null | undefined;
  readonly text: string;
}

const definitions: readonly RouteDefinition[] = Object.values(routes);

/** The route that API Gateway chooses: literal segments are compared as they were sent, parameters are not empty. */
export function routeOf({ method, path }: TestedRequest): RouteDefinition | undefined {
  const [resource = ''] = path.split('?');
  const segments = resource.split('/');
  return definitions.find((route) => {
    const pattern = route.path.split('/');
    if (!methodsOf(route).some((served) => served === method) || pattern.length !== segments.length) return false;
    return pattern.every((part, n) => (part.startsWith('{') ? segments[n] !== '' : part === segments[n]));
  });
}

/** Says what a response has that the document does not promise; undefined if it fits. */
export function misfitOf(request: TestedRequest, response: TestedResponse): string | undefined {
  const { method } = request;
  const route = routeOf(request);
  if (route === undefined) return isUnmatched(request, response) ? undefined : 'the document has no such route';
  const { status, contentType, text } = response;
  const validate = validatorOf(route.operationId, status);
  if (validate === undefined) return `the document has no status ${status} of ${route.operationId}`;
  if (method === 'HEAD') return text === '' ? undefined : 'the response to HEAD has a body';
  if (contentType !== 'application/json') return `the content-type is ${contentType}`;
  const body = parsed(text);
  if (body === undefined) return 'the body is not JSON';
  return validate(body) ? undefined : `the body does not fit the document: ${ajv.errorsText(validate.errors)}`;
}

/** The local cloud serves these paths beside the API. */
const BESIDE_API = /^\/(_local|admin|docs)(\/|$)/;

/** Has the test fail if the request is one to the API, and the document does not allow the response. */
export function expectDocumented(request: TestedRequest, response: TestedResponse): void {
  if (BESIDE_API.test(request.path)) return;
  const misfit = misfitOf(request, response);
  if (misfit === undefined) return;
  const { status, text } = response;
  undocumented.push(`${request.method} ${request.path}: ${misfit}, in ${status} ${text.slice(0, 500)}`);
}

/** API Gateway's own response to an unknown path, or to a preflight request; or to headers that are too large. */
function isUnmatched({ method }: TestedRequest, { status, text }: TestedResponse): boolean {
  if (status === 431) return method === 'HEAD' || text.startsWith('{"message":');
  if (method === 'OPTIONS') return status === 204 && text === '';
  return status === 404 && (method === 'HEAD' ? text === '' : text === '{"message":"Not Found"}');
}

/** The one response that has members which its schema does not name: those of any OpenAPI document. */
const OPEN: `${OperationId} 200` = 'getOpenApi 200';

/** The name of the document in references of its schemas, which are compiled one by one. */
const DOCUMENT = 'openapi';
const { components, ...document } = v.parse(Document, openApi);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, validateSchema: false }).addSchema({
  $id: DOCUMENT,
  components: closed(components),
});
const validators = new Map<string, ValidateFunction>();

/** Compiled when it is first needed, because a test file needs few of them. */
function validatorOf(operationId: string, status: number): ValidateFunction | undefined {
  const key = `${operationId} ${status}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const response = operations.find((operation) => operation.operationId === operationId)?.responses[status];
  if (response === undefined) return undefined;
  const { schema } = resolved(response).content['application/json'];
  const validate = ajv.compile(v.parse(JsonSchema, key === OPEN ? schema : closed(schema)));
  validators.set(key, validate);
  return validate;
}

function resolved(response: v.InferOutput<typeof AnyResponse>): v.InferOutput<typeof Response> {
  if (response.$ref === undefined) return v.parse(Response, response);
  const named = components.responses[response.$ref.replace('#/components/responses/', '')];
  if (named === undefined) throw new Error(`the document has no ${response.$ref}`);
  return named;
}

/** The schema, in which objects with named members have no others unless it says so, and references are those of the document. */
function closed(schema: unknown): unknown {
  if (typeof schema === 'string') return schema.replace(/^#\/components\//, `${DOCUMENT}$&`);
  if (Array.isArray(schema)) return schema.map((item) => closed(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]));
  const isObject = 'properties' in members && !('additionalProperties' in members);
  return isObject ? { ...members, additionalProperties: false } : members;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
