/** Shows alarms and the dashboard as plain text of at most 80 columns: alarms first, then the widgets from top to bottom. */
import { printable } from '../printable.ts';
import type { AlarmView, MetricsView, Series, WidgetView } from './metrics-view.ts';

const COLUMNS = 80;
const LABEL = 36;
const VALUE = 9;
const SPARKS = 30;
const BLOCKS = '▁▂▃▄▅▆▇█';

/** The whole text, without a final line break. `now` is for how long a state has lasted. */
export function renderTop({ alarms, minuteSeconds, widgets }: MetricsView, now: Date): string {
  const on = alarms.filter(({ state }) => state === 'ALARM');
  const title = on.length === 0 ? 'No alarm is on.' : `${on.length} of ${alarms.length} alarms are on.`;
  const clock = `${now.toISOString().slice(11, 19)} UTC`;
  const scale = minuteSeconds === 60 ? [] : [`A minute of the alarms lasts ${minuteSeconds} s here, to practise.`];
  const lines = [
    title.padEnd(COLUMNS - clock.length) + clock,
    ...scale,
    ...on.flatMap((alarm) => ['', ...alarmLines(alarm, now)]),
    '',
    ...listLines('OK', alarms, 'OK'),
    ...listLines('no data', alarms, 'INSUFFICIENT_DATA'),
    ...widgets.flatMap(widgetLines),
  ];
  return printable(lines.join('\n')).trimEnd();
}

function alarmLines({ name, since, reason, description }: AlarmView, now: Date): readonly string[] {
  return [
    `ALARM  ${name}, since ${since.slice(11, 19)} UTC (${duration(now.getTime() - Date.parse(since))})`,
    ...wrapped(reason, '       '),
    ...wrapped(description, '       '),
    `       More: docs/runbook.md, section ${name}`,
  ];
}

function listLines(label: string, alarms: readonly AlarmView[], state: AlarmView['state']): readonly string[] {
  const names = alarms.filter((alarm) => alarm.state === state).map(({ name }) => name);
  if (names.length === 0) return [];
  const [first = '', ...more] = wrapped(names.join(', '), ' '.repeat(9));
  return [label.padEnd(9) + first.trimStart(), ...more];
}

function widgetLines(widget: WidgetView): readonly string[] {
  switch (widget.kind) {
    case 'alarms':
      return [];
    case 'text':
      return [
        '',
        ...widget.markdown.split('\n').flatMap((line) => wrapped(line.replace(/^#+ /, '').toUpperCase(), '')),
      ];
    case 'log':
      return ['', ...wrapped(`${widget.title}: a query of Logs Insights, in the dashboard`, '')];
    case 'metric': {
      const { title, thresholds, series } = widget;
      const alarm = thresholds.length === 0 ? '' : ` (alarm at ${thresholds.map(shortNumber).join(', ')})`;
      const isQuiet = ({ values }: Series): boolean => values.every((value) => value === null);
      const quiet = series.filter(isQuiet).map(({ label }) => label);
      return [
        '',
        ...wrapped(`${title}${alarm}`, ''),
        ...series.filter((one) => !isQuiet(one)).map(seriesLine),
        ...(quiet.length === 0 ? [] : wrapped(`no data: ${quiet.join(', ')}`, '  ')),
      ];
    }
  }
}

function seriesLine({ label, values }: Series): string {
  const latest = values.findLast((value) => value !== null);
  const shown = latest === undefined || latest === null ? '-' : shortNumber(latest);
  return `  ${cut(label, LABEL).padEnd(LABEL)} ${shown.padStart(VALUE)}  ${sparkline(values.slice(-SPARKS))}`.trimEnd();
}

/** A block for each value, from nothing to the largest; a space where there is none. */
function sparkline(values: readonly (number | null)[]): string {
  const largest = Math.max(...values.map((value) => value ?? 0));
  return values.map((value) => (value === null ? ' ' : blockOf(value, largest))).join('');
}

const blockOf = (value: number, largest: number): string =>
  BLOCKS[largest <= 0 ? 0 : Math.round((Math.max(0, value) / largest) * (BLOCKS.length - 1))] ?? ' ';

const units = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e4, 'k'],
] as const;

function shortNumber(value: number): string {
  const [factor, unit] = units.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  const scaled = value / (factor === 1e4 ? 1e3 : factor);
  return `${Number(scaled.toFixed(Math.abs(scaled) >= 100 ? 0 : 1))}${unit}`;
}

function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

/** Lines of at most 80 columns, each with the indent. A longer word is cut. */
function wrapped(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    const joined = `${last} ${word}`;
    if (last !== undefined && joined.length <= COLUMNS) lines[lines.length - 1] = joined;
    else lines.push(cut(indent + word, COLUMNS));
  }
  return lines;
}
