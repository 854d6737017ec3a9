import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { call } from '../../testing/service.ts';

const Operation = v.looseObject({
  operationId: v.string(),
  parameters: v.optional(v.array(v.looseObject({ name: v.string(), in: v.string() })), []),
  requestBody: v.optional(v.looseObject({ required: v.boolean() })),
  responses: v.record(v.string(), v.unknown()),
});
const Paths = v.record(v.string(), v.record(v.string(), Operation));
type Operation = v.InferOutput<typeof Operation>;

describe('webhooks in the OpenAPI document', () => {
  let paths: v.InferOutput<typeof Paths>;
  beforeAll(async () => {
    ({ paths } = v.parse(v.looseObject({ paths: Paths }), (await call('GET', '/openapi.json')).body));
  });

  function operation(method: string, path: string): Operation {
    const found = paths[path]?.[method];
    if (found === undefined) throw new Error(`The document has no ${method} ${path}.`);
    return found;
  }

  test.each([
    ['get', '/event-types', 'listEventTypes', 'viewer'],
    ['get', '/webhooks', 'listWebhooks', 'viewer'],
    ['post', '/webhooks', 'createWebhook', 'admin'],
    ['get', '/webhooks/{webhookId}', 'showWebhook', 'viewer'],
    ['patch', '/webhooks/{webhookId}', 'updateWebhook', 'admin'],
    ['delete', '/webhooks/{webhookId}', 'deleteWebhook', 'admin'],
    ['get', '/webhooks/{webhookId}/secret', 'revealSecret', 'admin'],
    ['post', '/webhooks/{webhookId}/secret', 'rotateSecret', 'admin'],
  ])('%s %s is %s, for the role %s and with the feature', (method, path, operationId, role) => {
    expect(operation(method, path)).toMatchObject({ operationId, 'x-role': role, 'x-feature': 'webhooks' });
  });

  test('every {name} of a path is a required parameter, and the route has a 404', () => {
    const named = Object.entries(paths).filter(([path]) => path.includes('{'));
    expect(named.length).toBeGreaterThanOrEqual(2);
    for (const [path, operations] of named) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters, responses } of Object.values(operations)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map(({ name }) => name)).toEqual(names);
        for (const parameter of inPath) expect(parameter).toMatchObject({ required: true });
        expect(responses).toHaveProperty('404');
      }
    }
    expect(operation('get', '/webhooks').responses).not.toHaveProperty('404');
  });

  test('a body that may be left out is not required', () => {
    expect(operation('post', '/webhooks/{webhookId}/secret').requestBody?.required).toBe(false);
    expect(operation('post', '/webhooks').requestBody?.required).toBe(true);
  });

  test('a change that can collide with another one has a 409', () => {
    const conflicting = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) => ('409' in responses ? `${method} ${path}` : [])),
    );
    expect(conflicting.sort()).toEqual(['post /webhooks/{webhookId}/secret']);
  });

  test('has the request that a receiver gets, with its headers and the expected response', async () => {
    const { body } = await call('GET', '/openapi.json');
    expect(body).toMatchObject({
      webhooks: {
        event: {
          post: {
            parameters: expect.arrayContaining([
              expect.objectContaining({ name: 'x-service-signature', in: 'header', required: true }),
              expect.objectContaining({ name: 'x-legacy-signature', in: 'header', required: false }),
            ]),
            requestBody: { content: { 'application/json': { schema: { required: ['event', 'data'] } } } },
            responses: { 200: { description: expect.stringContaining('within 1.5 s') } },
          },
        },
      },
    });
  });

  test('headers are an object of strings, and a change does not return the secret', () => {
    expect(operation('post', '/webhooks')).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: { properties: { headers: { type: 'object', additionalProperties: { type: 'string' } } } },
          },
        },
      },
      responses: {
        201: { content: { 'application/json': { schema: { properties: { secret: { type: 'string' } } } } } },
      },
    });
    expect(JSON.stringify(operation('patch', '/webhooks/{webhookId}').responses)).not.toContain('"secret"');
  });
});
