/** Where webhooks of a stage may point, and the rights that sending there needs. */
import { Aws } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { TargetPolicy } from '../../contract/target-policy.ts';
import type { StageConfig } from '../config.ts';
import { instanceName } from '../stage-names.ts';
import { given, may, type Use } from './uses.ts';

/** How the `Source` of events on buses begins; the id of the network follows. */
const SERVICE = 'social-platform-services';

/** What checks a destination. */
export function knowsTargets(config: StageConfig): Use {
  const { targets, eventBuses } = config.delivery;
  const buses = { source: `${SERVICE}/${instanceName(config)}`, account: Aws.ACCOUNT_ID, partition: Aws.PARTITION };
  const policy: TargetPolicy = { ...targets, ...(eventBuses && { eventBuses: buses }) };
  return given({ TARGET_POLICY: JSON.stringify(policy) });
}

/** What sends to one as well. The buses of other accounts are not known here; those of this one are denied. */
export function sendsToTargets(config: StageConfig): readonly Use[] {
  if (!config.delivery.eventBuses) return [knowsTargets(config)];
  const busesOf = (account: string) => `arn:${Aws.PARTITION}:events:*:${account}:event-bus/*`;
  const denied = { effect: Effect.DENY, actions: ['events:PutEvents'], resources: [busesOf(Aws.ACCOUNT_ID)] };
  return [
    knowsTargets(config),
    given({ AWS_ENDPOINT_URL_EVENTBRIDGE: '' }),
    {
      ...may(['events:PutEvents'], busesOf('*')),
      acknowledged: [
        {
          id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:events:*:*:event-bus/*]',
          reason: 'Customers name the buses of their accounts at any time; the policies of these decide.',
        },
      ],
    },
    { variables: {}, rights: [new PolicyStatement(denied)] },
  ];
}
