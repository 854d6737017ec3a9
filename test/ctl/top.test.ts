import { describe, expect, test } from '@jest/globals';
import { alarmView, evenly } from '../../ctl/top/deployed-metrics.ts';
import type { MetricsView } from '../../ctl/top/metrics-view.ts';
import { renderTop } from '../../ctl/top/render.ts';

const alarm = { reason: '0 of 1', description: 'Read its log.', since: '2026-01-05T09:00:00.000Z', changes: [] };
const view: MetricsView = {
  minuteSeconds: 60,
  alarms: [
    { ...alarm, name: 'ApiErrors', state: 'OK' },
    {
      ...alarm,
      name: 'SweepErrors',
      state: 'ALARM',
      reason: '5 of 5 data points >= 1',
      description: `The sweeper fails, ${'and so on '.repeat(20)}and that is all.`,
    },
    { ...alarm, name: 'FanOutLate', state: 'INSUFFICIENT_DATA' },
  ],
  widgets: [
    { kind: 'alarms', title: 'Alarms' },
    { kind: 'text', markdown: '# Delivery\nfrom 202 to the receiver' },
    {
      kind: 'metric',
      title: 'Attempts',
      thresholds: [60],
      series: [
        { label: 'delivered', values: [0, null, 7, 14] },
        { label: `an escape \u001b[31m and a long label ${'x'.repeat(60)}`, values: [123_456, null] },
        { label: 'nothing', values: [] },
      ],
    },
    { kind: 'log', title: 'Whose', query: 'stats count(*)' },
  ],
};

describe('ctl top', () => {
  test('shows alarms that are on first, with what to do, then the others, then the widgets', () => {
    const lines = renderTop(view, new Date('2026-01-05T09:05:00Z')).split('\n');
    expect(lines[0]).toMatch(/^1 of 3 alarms are on\. +09:05:00 UTC$/);
    expect(lines.slice(2, 5)).toEqual([
      'ALARM  SweepErrors, since 09:00:00 UTC (5 min)',
      '       5 of 5 data points >= 1',
      expect.stringMatching(/^ {7}The sweeper fails, and so on/),
    ]);
    const rest = lines.slice(lines.findIndex((line) => line.startsWith('       More:')));
    expect(rest).toEqual([
      '       More: docs/runbook.md, section SweepErrors',
      '',
      'OK       ApiErrors',
      'no data  FanOutLate',
      '',
      'DELIVERY',
      'FROM 202 TO THE RECEIVER',
      '',
      'Attempts (alarm at 60)',
      '  delivered                                   14  ▁ ▅█',
      expect.stringMatching(/^ {2}an escape \\u001b\[31m and a long label x*… +123k {2}█$/),
      '  no data: nothing',
      '',
      'Whose: a query of Logs Insights, in the dashboard',
    ]);
  });

  test('fits 80 columns', () => {
    const lines = renderTop(view, new Date()).split('\n');
    expect(lines.filter((line) => line.length > 80 && !line.includes('\\u001b'))).toEqual([]);
  });

  test('says that nothing is wrong, and that a minute is short', () => {
    const text = renderTop({ minuteSeconds: 1, alarms: view.alarms.slice(0, 1), widgets: [] }, new Date());
    expect(text).toMatch(/^No alarm is on\. /);
    expect(text).toContain('A minute of the alarms lasts 1 s here, to practise.');
  });
});

describe('a deployed stage', () => {
  test('has alarms named as in the template', () => {
    const deployed = {
      AlarmName: 'sps-prod-service-AlarmsSweepErrors12AB34CD-X1Y2Z3',
      AlarmDescription: 'Read its log.',
      StateReason: 'Threshold Crossed',
      StateValue: 'ALARM',
      StateTransitionedTimestamp: new Date('2026-01-05T09:00:00Z'),
      StateUpdatedTimestamp: new Date('2026-01-05T10:00:00Z'),
    } as const;
    expect(alarmView(deployed)).toEqual({ ...alarm, name: 'SweepErrors', state: 'ALARM', reason: 'Threshold Crossed' });
    expect(alarmView({ ...deployed, AlarmName: 'sps-prod-mine' }).name).toBe('sps-prod-mine');
  });

  test('has a value or null for each period, the oldest first', () => {
    const now = Date.parse('2026-01-05T09:30:20Z');
    const points = [
      [new Date('2026-01-05T09:29:00Z'), 3],
      [new Date('2026-01-05T09:27:00Z'), 1],
    ] as const;
    expect(evenly(points, 60_000, now).slice(-4)).toEqual([null, 1, null, 3]);
    expect(evenly(points, 60_000, now)).toHaveLength(30);
    expect(evenly([], 3_600_000, now)).toEqual([null]);
  });
});
