/** Lines in CloudWatch's embedded metric format, by its specification. */
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { metrics } from '../../lambdas/shared/metrics.ts';
import { EmfDocument } from '../support/emf-document.ts';

const now = () => 1_700_000_000_000;

/** Metrics of a lane, and the lines that they write. */
function written(namespace: string | undefined = 'SocialPlatformServices/test') {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  return { lines, ...metrics({ namespace, lane: 'fast', now, write }) };
}

const documentOf = (line: string | undefined) => v.parse(EmfDocument, JSON.parse(line ?? ''));

test('one line has all metrics of a call, those of a lane with its dimension', () => {
  const { lines, add, flush } = written();
  add('TimeToDelivery', 80.4);
  add('Attempts_delivered', 1);
  add('TimeToDelivery', 120);
  add('Attempts_delivered', 1);
  add('WebhooksDisabled', 1);
  flush();
  expect(lines.map((line) => line.at(-1))).toEqual(['\n']);
  expect(documentOf(lines[0])).toEqual({
    _aws: {
      Timestamp: now(),
      CloudWatchMetrics: [
        {
          Namespace: 'SocialPlatformServices/test',
          Dimensions: [['Lane']],
          Metrics: [
            { Name: 'TimeToDelivery', Unit: 'Milliseconds' },
            { Name: 'Attempts_delivered', Unit: 'Count' },
          ],
        },
        {
          Namespace: 'SocialPlatformServices/test',
          Dimensions: [[]],
          Metrics: [{ Name: 'WebhooksDisabled', Unit: 'Count' }],
        },
      ],
    },
    Lane: 'fast',
    TimeToDelivery: [80, 120],
    Attempts_delivered: 2,
    WebhooksDisabled: 1,
  });
});

test('more than 100 values go into several lines, and counts into the first', () => {
  const { lines, add, flush } = written();
  const values = Array.from({ length: 250 }, (_, value) => value);
  for (const value of values) add('FanOutLag', value);
  add('DeliveriesCreated', 700);
  flush();
  const documents = lines.map(documentOf);
  expect(documents).toMatchObject([
    { FanOutLag: values.slice(0, 100), DeliveriesCreated: 700 },
    { FanOutLag: values.slice(100, 200) },
    { FanOutLag: values.slice(200) },
  ]);
  expect(lines[1]).not.toContain('DeliveriesCreated');
});

test('nothing is written where nothing was added, and each value once', () => {
  const { lines, add, flush } = written();
  flush();
  add('DeliveriesDue', 0);
  flush();
  expect(lines).toEqual([]);
  add('MailsSent', 1);
  flush();
  flush();
  expect(lines).toHaveLength(1);
});

test('where only alarms read metrics, the others are fields of the line', () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const { add, flush } = metrics({
    namespace: 'SocialPlatformServices/test',
    scope: 'alarms',
    lane: 'fast',
    now,
    write,
  });
  add('Attempts_delivered', 2);
  flush();
  add('Attempts_timeout', 1);
  add('WebhooksDisabled', 1);
  add('ReceiversDown', 1);
  flush();
  expect(JSON.parse(lines[0] ?? '')).toEqual({ Lane: 'fast', Attempts_delivered: 2 });
  expect(JSON.parse(lines[1] ?? '')).toEqual({
    _aws: {
      Timestamp: now(),
      CloudWatchMetrics: [
        {
          Namespace: 'SocialPlatformServices/test',
          Dimensions: [[]],
          Metrics: [{ Name: 'WebhooksDisabled', Unit: 'Count' }],
        },
      ],
    },
    Lane: 'fast',
    Attempts_timeout: 1,
    WebhooksDisabled: 1,
    ReceiversDown: 1,
  });
});

test('a stage without metrics writes none', () => {
  const lines: string[] = [];
  const { add, flush } = metrics({ namespace: undefined, write: (line) => lines.push(line) });
  add('MailsSent', 1);
  flush();
  expect(lines).toEqual([]);
});

test('a time is never negative, since clocks differ', () => {
  const { lines, add, flush } = written();
  add('TimeToFirstAttempt', -3);
  flush();
  expect(documentOf(lines[0])).toMatchObject({ TimeToFirstAttempt: 0 });
});
