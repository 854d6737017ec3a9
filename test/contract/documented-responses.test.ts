import { afterEach, describe, expect, test } from '@jest/globals';
import { expectDocumented, misfitOf, type TestedResponse } from '../../testing/documented-responses.ts';
import { undocumented } from '../../testing/undocumented.ts';

const json = (status: number, body: unknown): TestedResponse => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
});
const health = { method: 'GET', path: '/health' };
const block = { method: 'POST', path: '/block/members' };
const forbidden = json(403, { status: 'error', code: 400300, message: 'no' });

afterEach(() => {
  undocumented.length = 0;
});

describe('a response that the OpenAPI document allows', () => {
  test.each([
    ['a success', health, json(200, { status: 'ok' })],
    ['an error of the service', block, forbidden],
    ['an error of API Gateway', block, json(401, { message: 'Unauthorized' })],
    ['an error of API Gateway without a message', block, json(500, { message: null })],
    ['404 for a path without a route', { method: 'GET', path: '/nowhere' }, json(404, { message: 'Not Found' })],
    ['404 for a path that lacks an id', { method: 'GET', path: '/webhooks/' }, json(404, { message: 'Not Found' })],
    ['a preflight response', { method: 'OPTIONS', path: '/block' }, { status: 204, contentType: null, text: '' }],
  ])('is %s', (_, request, response) => {
    expect(misfitOf(request, response)).toBeUndefined();
  });
});

describe('a response that the OpenAPI document does not allow', () => {
  test.each([
    ['has another status', health, forbidden, 'the document has no status 403 of getHealth'],
    ['lacks a member', block, json(403, { status: 'error', code: 400300 }), 'the body does not fit'],
    ['has a member too many', health, json(200, { status: 'ok', more: 1 }), 'must NOT have additional properties'],
    ['has a fraction for a count', block, json(403, { status: 'error', code: 0.5, message: '' }), 'must be integer'],
    ['is not JSON', health, { ...json(200, {}), text: 'ok' }, 'the body is not JSON'],
    [
      'has another type',
      health,
      { ...json(200, { status: 'ok' }), contentType: 'text/plain' },
      'the content-type is text',
    ],
    ['comes from a path without a route', { method: 'GET', path: '/nowhere' }, json(200, {}), 'no such route'],
  ])('%s', (_, request, response, problem) => {
    expect(misfitOf(request, response)).toContain(problem);
  });

  test('is noted for the test that got it, unless its path is none of the API', () => {
    expectDocumented({ method: 'GET', path: '/admin/config.json' }, forbidden);
    expectDocumented(block, forbidden);
    expect(undocumented).toEqual([]);
    expectDocumented(health, forbidden);
    expect(undocumented).toEqual([expect.stringMatching(/^GET \/health: .*, in 403 \{"status":"error"/)]);
  });
});
