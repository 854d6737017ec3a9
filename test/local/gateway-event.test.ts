import { describe, expect, test } from '@jest/globals';
import { type GatewayRequest, integrationEvent } from '../../local/gateway/request.ts';
import { responseOf } from '../../local/gateway/response.ts';
import { factsOf, requestWith } from './requests-of-tests.ts';

const headers = { host: 'localhost:3000', 'user-agent': 'curl' };
const facts = (changes: Partial<GatewayRequest> = {}) =>
  factsOf(requestWith({ method: 'POST', path: '/block/a%20b', headers, ...changes }), {
    ...{ routeKey: 'POST /block/{id}', requestId: 'request=' },
  });

describe('events of payload format 2.0', () => {
  test('leave out what would be empty', () => {
    expect(integrationEvent(facts(), Buffer.alloc(0), undefined)).toEqual({
      version: '2.0',
      routeKey: 'POST /block/{id}',
      rawPath: '/block/a%20b',
      rawQueryString: '',
      headers,
      requestContext: {
        accountId: '000000000000',
        apiId: 'api',
        domainName: 'localhost',
        domainPrefix: 'localhost',
        http: { method: 'POST', path: '/block/a%20b', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'curl' },
        requestId: 'request=',
        routeKey: 'POST /block/{id}',
        stage: '$default',
        time: '12/Mar/2020:19:03:58 +0000',
        timeEpoch: 1584039838390,
      },
      isBase64Encoded: false,
    });
  });

  test('keep the query as it was sent and join repeated parameters with commas', () => {
    const query = 'checkList=a%2Cb&checkList=c+d&__proto__=x';
    expect(integrationEvent(facts({ query, cookies: ['a=1'] }), Buffer.alloc(0), { role: 'user' })).toMatchObject({
      rawQueryString: query,
      queryStringParameters: { checkList: 'a,b,c d', ['__proto__']: 'x' },
      cookies: ['a=1'],
      requestContext: { authorizer: { lambda: { role: 'user' } } },
    });
  });

  test.each([
    ['application/json', false],
    ['application/json; charset=utf-8', false],
    ['text/plain', false],
    ['application/x-www-form-urlencoded', true],
    ['application/octet-stream', true],
    [undefined, true],
  ])('carry a body of type %s as Base64: %s', (type, base64) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    expect(integrationEvent(facts({ headers }), Buffer.from('né'), undefined)).toMatchObject({
      body: base64 ? Buffer.from('né').toString('base64') : 'né',
      isBase64Encoded: base64,
    });
  });
});

describe('responses of payload format 2.0', () => {
  test.each([
    [{ statusCode: 201, headers: { 'Content-Type': 'text/html' }, body: 'né' }, 201, 'text/html', 'né'],
    [{ statusCode: 201, headers: {}, body: '' }, 201, 'text/plain; charset=utf-8', ''],
    [{ statusCode: 'no', headers: {}, body: '' }, 500, 'application/json', '{"message":"Internal Server Error"}'],
    [{ statusCode: 200, headers: {}, body: {} }, 500, 'application/json', '{"message":"Internal Server Error"}'],
    [
      { statusCode: 200, headers: {}, body: '', cookies: ['a=1'] },
      500,
      'application/json',
      '{"message":"Internal Server Error"}',
    ],
    [null, 500, 'application/json', '{"message":"Internal Server Error"}'],
  ])('%j is %d of %s', (payload, status, type, body) => {
    const response = responseOf(JSON.stringify(payload));
    expect([response.status, response.headers['content-type'], response.body.toString()]).toEqual([status, type, body]);
  });
});
