/** What Acme has beside the stage: a function that reports what happens in its community, alarms and backups. */
import { join } from 'node:path';
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { BackupPlan, BackupResource } from 'aws-cdk-lib/aws-backup';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { ParamsAndSecretsLayerVersion, ParamsAndSecretsVersions, Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { SocialPlatform } from 'social-platform-services';

interface CommunityProps extends StackProps {
  readonly platform: SocialPlatform;
  readonly networkId: string;
}

export class CommunityStack extends Stack {
  constructor(scope: Construct, id: string, { platform, networkId, ...props }: CommunityProps) {
    super(scope, id, props);

    // An operator stores here what `npx sps key reveal acme --env prod --json` prints.
    const secret = new Secret(this, 'SigningKey', { description: 'The signing key of our network' });
    const lost = new Queue(this, 'Lost', { retentionPeriod: Duration.days(14), enforceSSL: true });
    const report = new NodejsFunction(this, 'ReportReaction', {
      entry: join(import.meta.dirname, 'functions/report-reaction.ts'),
      runtime: Runtime.NODEJS_24_X,
      timeout: Duration.seconds(30),
      bundling: { format: OutputFormat.ESM },
      paramsAndSecrets: ParamsAndSecretsLayerVersion.fromVersion(ParamsAndSecretsVersions.V1_0_103),
      deadLetterQueue: lost,
    });
    platform.grantIngest(report, { networkId, secret });
    new Rule(this, 'Reactions', {
      eventPattern: { source: ['acme.community'], detailType: ['Reaction added'] },
      targets: [new LambdaFunction(report)],
    });

    const alarms = [
      lost.metricApproximateNumberOfMessagesVisible().createAlarm(this, 'ReactionsAreLost', {
        threshold: 1,
        evaluationPeriods: 1,
      }),
      platform.metrics.metricWebhooksDisabled().createAlarm(this, 'WebhookIsDisabled', {
        threshold: 1,
        evaluationPeriods: 1,
      }),
    ];
    // These alarms go to the topic that the urgent alarms of the stage go to. A local cloud has no topics.
    if (platform.alarmTopics)
      for (const alarm of alarms) alarm.addAlarmAction(new SnsAction(platform.alarmTopics.page));

    const { networks, webhooks } = platform.tables;
    BackupPlan.daily35DayRetention(this, 'Backups').addSelection('Configuration', {
      resources: [networks, webhooks].map((table) => BackupResource.fromDynamoDbTable(table)),
    });

    new CfnOutput(this, 'ApiUrl', { value: platform.apiUrl, description: 'For the build of the front end' });
  }
}
