import { describe, expect, test } from '@jest/globals';
import { embeddedMetrics } from '../../../local/metrics/embedded-metrics.ts';
import { parsePattern } from '../../../local/metrics/filter-pattern.ts';

describe('a filter pattern', () => {
  test.each([
    ['{ $.message.name = "quotas-unavailable" }', { message: { name: 'quotas-unavailable' } }, true],
    ['{ $.message.name = "quotas-unavailable" }', { message: { name: 'other' } }, false],
    ['{ $.message.name = "quotas-unavailable" }', { message: 'quotas-unavailable' }, false],
    ['{ $.status = 429 }', { status: '429' }, true],
    ['{ $.status = 429 }', { status: '-' }, false],
    ['{ $.status = "4*" }', { status: '403' }, true],
    ['{ $.status = "4*" }', { status: '200' }, false],
    ['{ ($.status = 401) || ($.status = 403) }', { status: '403' }, true],
    ['{ ($.status = 401) || ($.status = 403) }', { status: '404' }, false],
    ['{ $.status >= 500 && $.routeKey != "-" }', { status: 503, routeKey: 'GET /health' }, true],
    ['{ $.status >= 500 && $.routeKey != "-" }', { status: 503, routeKey: '-' }, false],
    ['{ $.status >= 500 && $.routeKey != "-" }', { status: 503 }, false],
    ['{ $.a.b < 1.5 }', { a: { b: 1 } }, true],
    ['{ $.text = "a.c" }', { text: 'abc' }, false],
    ['{ $.text = "a.c" }', undefined, false],
  ])('%s of %j is %s', (pattern, line, expected) => {
    expect(parsePattern(pattern)(line)).toBe(expected);
  });

  test.each([
    'ERROR',
    '{ $.a NOT EXISTS }',
    '{ $.a = 1',
    '[ip, user]',
    '{ $.a = %regex% }',
    '{ $.a[0] = 1 }',
    '{ 1 = 1 }',
  ])('%s is refused with its text', (pattern) => {
    expect(() => parsePattern(pattern)).toThrow(pattern);
  });
});

describe('a line in the embedded metric format', () => {
  const line = {
    _aws: {
      Timestamp: 1,
      CloudWatchMetrics: [
        {
          Namespace: 'SocialPlatformServices/local',
          Dimensions: [['lane'], []],
          Metrics: [{ Name: 'TimeTo2xx', Unit: 'Milliseconds' }, { Name: 'Attempts' }, { Name: 'Absent' }],
        },
      ],
    },
    lane: 'FirstAttempts',
    TimeTo2xx: [12, 14],
    Attempts: 2,
  };

  test('has each metric for each set of dimensions', () => {
    const namespace = 'SocialPlatformServices/local';
    expect(embeddedMetrics(JSON.stringify(line))).toEqual([
      { namespace, name: 'TimeTo2xx', dimensions: { lane: 'FirstAttempts' }, values: [12, 14], isTime: true },
      { namespace, name: 'Attempts', dimensions: { lane: 'FirstAttempts' }, values: [2], isTime: false },
      { namespace, name: 'TimeTo2xx', dimensions: {}, values: [12, 14], isTime: true },
      { namespace, name: 'Attempts', dimensions: {}, values: [2], isTime: false },
    ]);
  });

  test('loses a metric with more than 100 values, as in CloudWatch, and a set with a dimension that the line lacks', () => {
    const { lane: _lane, ...without } = { ...line, TimeTo2xx: Array.from({ length: 101 }, () => 1) };
    expect(embeddedMetrics(JSON.stringify(without)).map(({ name, dimensions }) => [name, dimensions])).toEqual([
      ['Attempts', {}],
    ]);
  });

  test.each(['plain text', '{"message":"_aws"}', '{"_aws":1}', '{"_aws"'])('is not %s', (text) => {
    expect(embeddedMetrics(text)).toEqual([]);
  });
});
