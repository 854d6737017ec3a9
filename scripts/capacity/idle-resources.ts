/** What a stage is billed for while nobody calls it, counted in the template of prod. */
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as v from 'valibot';
import { stages } from '../../lib/config.ts';
import { addStage } from '../../lib/service-app.ts';

/** An alarm on an expression is paid for by the metrics in it. */
const Metrics = v.array(v.object({ MetricStat: v.optional(v.unknown()) }));
const Alarm = v.object({ Properties: v.object({ Metrics: v.optional(Metrics) }) });

/** Lambda polls the queues of event source mappings with a maximum concurrency, and streams at no price. */
export function idleResources() {
  const app = new App({ builtinCloudFormationValidation: false, treeMetadata: false });
  // The panel has nothing that an idle stage pays for, and its folders would have to be built.
  const config = { ...stages.prod, panel: { enabled: false, optOutReason: 'only counted' } } as const;
  const code = (handler: string): Code => Code.fromInline(`// ${handler}`);
  const template = Template.fromStack(addStage(app, config, { code, siteFolders: { panel: '', docs: '' } }).service);
  const count = (type: string, props: object = {}): number => Object.keys(template.findResources(type, props)).length;
  return {
    alarmMetrics: Object.values(template.findResources('AWS::CloudWatch::Alarm'))
      .map((alarm) => v.parse(Alarm, alarm).Properties.Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1)
      .reduce((total, metrics) => total + metrics),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    schedules: count('AWS::Scheduler::Schedule'),
    polledQueues: count('AWS::Lambda::EventSourceMapping', { Properties: { ScalingConfig: {} } }),
  };
}
