/**
 * Calls a function once a minute. A call that fails is not repeated: the next one follows a minute later.
 *
 * Scheduler calls asynchronously (https://docs.aws.amazon.com/lambda/latest/dg/with-eventbridge-scheduler.html). So its
 * own retries are about handing the call over; Lambda repeats what fails twice, and what is throttled for six hours,
 * unless it is told otherwise
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-eventinvokeconfig.html).
 */
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

/** Seconds: the shortest that both services take. */
const MAX_AGE = 60;

/** Adds the schedule, with a role of its own. */
export function callEveryMinute(parent: Construct, id: string, { target }: ServiceFunction): void {
  const scope = new Construct(parent, id);
  target.configureAsyncInvoke({ maxEventAge: Duration.seconds(MAX_AGE), retryAttempts: 0 });
  Validations.of(target).acknowledge({
    id: 'Serverless-LambdaAsyncFailureDestination',
    reason:
      'A call that failed is worth nothing later: the next one does all that is due, and alarms count errors and calls.',
  });
  const role = new Role(scope, 'Role', {
    // Only schedules of this account may use it.
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
    description: 'What the schedule may do: call its function',
    inlinePolicies: {
      Permissions: new PolicyDocument({
        statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] })],
      }),
    },
  });
  new CfnSchedule(scope, 'Schedule', {
    scheduleExpression: 'rate(1 minute)',
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: target.functionArn,
      roleArn: role.roleArn,
      retryPolicy: { maximumEventAgeInSeconds: MAX_AGE, maximumRetryAttempts: 0 },
    },
  });
}
