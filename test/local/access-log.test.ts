import { expect, test } from '@jest/globals';
import { accessLogFormat } from '../../lib/constructs/access-log.ts';
import { LineSplitter } from '../../local/functions/line-splitter.ts';
import { accessLogLine } from '../../local/gateway/access-log.ts';
import type { RequestLogEntry } from '../../local/gateway/server.ts';

const request = {
  ...{ method: 'POST', path: '/block/members', query: 'secret', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
  ...{ headers: {}, cookies: [] },
};
const entry: RequestLogEntry = {
  ...{ request, status: 500, milliseconds: 12.4, bytes: 7, trace: undefined },
  caller: { networkId: 'acme"', role: 'user' },
};

test('a line of the access log has the format of the template, in JSON', () => {
  const line = accessLogLine(accessLogFormat)(entry, {
    ...{ requestId: 'r1', routeKey: 'POST /block/members' },
    integration: { requestId: 'r2', milliseconds: 9.9, error: 'killed' },
  });
  expect(JSON.parse(line)).toMatchObject({
    ...{ requestId: 'r1', lambdaRequestId: 'r2', routeKey: 'POST /block/members', status: '500' },
    ...{ networkId: 'acme"', role: 'user', responseLength: '7', responseLatency: '12', integrationLatency: '10' },
    ...{ integrationError: 'killed', authorizerError: '-' },
  });
  expect(line).not.toContain('secret');
});

test('what did not come about is a hyphen', () => {
  const line = accessLogLine('$context.authorizer.role $context.integration.requestId $context.status');
  expect(line({ ...entry, caller: undefined }, { requestId: 'r1', routeKey: '-' })).toBe('- - 500');
});

test('a variable that the local cloud does not know is refused with its name', () => {
  expect(() => accessLogLine('$context.status $context.identity.userAgent')).toThrow('$context.identity.userAgent');
});

test('output that arrives in pieces is put together to lines', () => {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  for (const piece of ['{"a"', ':1}\n\n{"b":2}\n{"c', '":3}\n']) splitter.write(piece);
  expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
});
