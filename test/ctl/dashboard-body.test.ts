import { expect, test } from '@jest/globals';
import { readDashboardBody } from '../../ctl/top/dashboard-body.ts';

test('the widgets of a dashboard are read from top to bottom, with the lines of their graphs', () => {
  const metrics = [
    ['AWS/Lambda', 'Errors', 'FunctionName', 'sweep', { stat: 'Sum', label: 'errors' }],
    ['.', 'Duration', '.', '.', { period: 60 }],
    ['...', 'fan-out'],
    [{ expression: 'm1 / m2' }],
  ];
  const body = {
    widgets: [
      { type: 'log', x: 0, y: 20, properties: { title: 'whose', query: 'SOURCE x', region: 'r', view: 'table' } },
      {
        type: 'metric',
        x: 12,
        y: 6,
        properties: { title: 'functions', metrics, annotations: { horizontal: [{ value: 5, label: 'alarm' }] } },
      },
      { type: 'text', x: 0, y: 6, properties: { markdown: '# Is it well?' } },
      { type: 'alarm', x: 0, y: 0, properties: { title: 'alarms', alarms: ['arn'] } },
      { type: 'explorer', x: 0, y: 30, properties: {} },
    ],
  };
  const common = { namespace: 'AWS/Lambda', statistic: 'Average', periodSeconds: 300 };
  expect(readDashboardBody(JSON.stringify(body))).toEqual([
    { kind: 'alarms', title: 'alarms' },
    { kind: 'text', markdown: '# Is it well?' },
    {
      kind: 'metric',
      title: 'functions',
      thresholds: [5],
      lines: [
        { ...common, name: 'Errors', dimensions: { FunctionName: 'sweep' }, statistic: 'Sum', label: 'errors' },
        {
          ...common,
          name: 'Duration',
          dimensions: { FunctionName: 'sweep' },
          periodSeconds: 60,
          label: 'Duration sweep',
        },
        { ...common, name: 'Duration', dimensions: { FunctionName: 'fan-out' }, label: 'Duration fan-out' },
      ],
    },
    { kind: 'log', title: 'whose', query: 'SOURCE x' },
  ]);
});
