/** Calls a function once a minute. A call that fails is not repeated: the next one follows a minute later. */
import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

/** Adds the schedule, with a role of its own. */
export function callEveryMinute(parent: Construct, id: string, { target }: ServiceFunction): void {
  const scope = new Construct(parent, id);
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
      retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 0 },
    },
  });
}
