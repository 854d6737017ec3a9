/** The template's dashboard, with the values of its graphs. */

import * as v from 'valibot';
import { type MetricLine, readDashboardBody, type Widget } from '../../ctl/top/dashboard-body.ts';
import type { WidgetView } from '../../ctl/top/metrics-view.ts';
import type { Inventory } from '../template/inventory.ts';
import { Statistic } from '../template/monitoring-types.ts';
import { messageOf, StartProblem } from '../template/problem.ts';
import type { MetricStore } from './metric-store.ts';

/** Data points of a line. */
const POINTS = 30;

/** Reads the widgets of all dashboards. Throws a `StartProblem` for a body in another form. */
export const readDashboard = ({ resources }: Pick<Inventory, 'resources'>): readonly Widget[] =>
  resources['AWS::CloudWatch::Dashboard'].flatMap(({ path, properties }) => {
    try {
      return readDashboardBody(properties.DashboardBody);
    } catch (error) {
      throw new StartProblem(`${path}: ${messageOf(error)}`);
    }
  });

/** The widget with its latest values. */
export function widgetView(widget: Widget, store: MetricStore): WidgetView {
  if (widget.kind !== 'metric') return widget;
  const { kind, title, lines, thresholds } = widget;
  return {
    kind,
    title,
    thresholds,
    series: lines.map((line) => ({ label: line.label, values: valuesOf(line, store) })),
  };
}

function valuesOf({ statistic, periodSeconds, ...metric }: MetricLine, store: MetricStore): (number | null)[] {
  const known = v.safeParse(Statistic, statistic);
  if (!known.success) return [];
  const minutes = Math.max(1, Math.round(periodSeconds / 60));
  const points = Math.max(1, Math.floor(POINTS / minutes));
  return Array.from(
    { length: points },
    (_, index) => store.value(metric, known.output, store.minute - 1 - (points - 1 - index) * minutes, minutes) ?? null,
  );
}
