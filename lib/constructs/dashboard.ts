/**
 * The dashboard of a stage: is it well; if not, where, since when, and whose fault is it? Each alarm is drawn with its threshold,
 * beside what explains it (docs/adr/0045-metrics.md).
 */
import { Duration } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, PeriodOverride, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { type Alarms, type DashboardSection, dashboardSections, type Watched } from './alarms.ts';
import { type Drawn, FROM_ZERO, GRAPH_SIZE, graphsOf } from './dashboard-graphs.ts';
import { queriesOf } from './dashboard-queries.ts';

interface DashboardProps extends Drawn {
  readonly alarms: Alarms;
}

const WHOLE_ROW = 24;

const titles: Readonly<Record<DashboardSection, string>> = {
  api: 'API',
  delivery: 'Delivery',
  queues: 'Queues, and what was given up',
  readers: 'Readers of the events stream',
  quotas: 'Quotas and denials',
  functions: 'Functions',
};

export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, { alarms, ...drawn }: DashboardProps) {
    super(scope, id);
    const { stage, watched } = alarms;
    const dashboard = new Dashboard(this, 'Dashboard', {
      dashboardName: `sps-${stage}`,
      defaultInterval: Duration.hours(3),
      periodOverride: PeriodOverride.INHERIT,
    });
    dashboard.addWidgets(
      new AlarmStatusWidget({
        title: `Alarms of ${stage}: what to do is in each description`,
        alarms: watched.map(({ alarm }) => alarm),
        width: WHOLE_ROW,
        height: 4,
      }),
    );
    const graphs = graphsOf(stage, drawn);
    for (const section of dashboardSections) {
      const ofSection = watched.filter((one) => one.section === section);
      dashboard.addWidgets(heading(titles[section]));
      dashboard.addWidgets(...graphs[section], ...ofSection.map(graphOfAlarm));
    }
    dashboard.addWidgets(heading('Whose? Those with the most'));
    dashboard.addWidgets(...queriesOf(drawn));
  }
}

const heading = (title: string) => new TextWidget({ markdown: `## ${title}`, width: WHOLE_ROW, height: 1 });

const graphOfAlarm = ({ alarm, metric, title }: Watched) =>
  new GraphWidget({
    ...GRAPH_SIZE,
    title,
    left: [metric.with({ label: alarm.node.id })],
    leftAnnotations: [alarm.toAnnotation()],
    leftYAxis: FROM_ZERO,
  });
