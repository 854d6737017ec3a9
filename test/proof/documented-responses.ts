/** Checks responses against the OpenAPI document that the service itself returns. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import type { OperationId } from '../../contract/routes.ts';
import { call, cloud } from '../support/service.ts';

const JsonSchema = v.record(v.string(), v.unknown());
const Content = v.object({ 'application/json': v.object({ schema: JsonSchema }) });
const Operation = v.object({
  operationId: v.string(),
  responses: v.record(v.string(), v.object({ content: Content })),
});
const Document = v.object({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.object({ schemas: v.record(v.string(), JsonSchema) }),
});

/** Says what a response has that the document does not promise; undefined if it fits. */
export type CheckResponse = (operationId: string, status: number, text: string) => string | undefined;

/** The one operation whose response has members that its schema does not name: those of any OpenAPI document. */
const OPEN: OperationId = 'getOpenApi';

/** Reads `GET /openapi.json` of the service at `url`, by default the shared local cloud. Members that a schema does not name are problems, too. */
export async function documentedResponses(url = cloud().url): Promise<CheckResponse> {
  const document = v.parse(Document, (await call('GET', '/openapi.json', { url })).body);
  const components = closed(document.components);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const validators = new Map<string, ValidateFunction>();
  for (const { operationId, responses } of operations) {
    for (const [status, { content }] of Object.entries(responses)) {
      const { schema: open } = content['application/json'];
      const schema = operationId === OPEN ? open : v.parse(JsonSchema, closed(open));
      validators.set(`${operationId} ${status}`, ajv.compile({ ...schema, components }));
    }
  }
  return (operationId, status, text) => {
    const validate = validators.get(`${operationId} ${status}`);
    if (validate === undefined) return `the status ${status} is not documented`;
    const body = parsed(text);
    if (body === undefined) return 'the body is not JSON';
    return validate(body) ? undefined : `the body does not fit: ${ajv.errorsText(validate.errors)}`;
  };
}

/** The schema, in which objects with named members have no others unless it says so. */
function closed(schema: unknown): unknown {
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
