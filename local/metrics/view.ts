/** `GET /_local/metrics`: the alarms with their states, and the dashboard with its values. */
import type { Widget } from '../../ctl/top/dashboard-body.ts';
import type { MetricsView } from '../../ctl/top/metrics-view.ts';
import type { CloudWatch } from './cloud-watch.ts';
import { widgetView } from './dashboard.ts';

export const metricsView = (
  { alarms, store }: Pick<CloudWatch, 'alarms' | 'store'>,
  dashboard: readonly Widget[],
  minuteSeconds: number,
): MetricsView => ({
  minuteSeconds,
  alarms: alarms.list.map(({ name, description, changes }) => {
    const [{ state, at: since, reason }] = changes;
    return { name, state, since, reason, description, changes: [...changes] };
  }),
  widgets: dashboard.map((widget) => widgetView(widget, store)),
});
