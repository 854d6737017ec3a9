/** The resources of a stage as the CDK's own types, for what a host adds: alarms, backups, rules, dashboards. */
import type { Stack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

/** The stacks, in the order of their deployment. */
export interface PlatformStacks {
  /** The tables, and the accounts of admins. */
  readonly data: Stack;
  /** The API, functions, queues and alarms. */
  readonly service: Stack;
  /** The admin panel and the documentation. */
  readonly panel?: Stack;
}

/** The tables of a stage. */
export interface PlatformTables {
  readonly blocks: TableV2;
  readonly activities: TableV2;
  readonly networks: TableV2;
  /** The accepted events; it has a stream of new items, with two readers, the most that DynamoDB allows. */
  readonly events: TableV2;
  readonly webhooks: TableV2;
  readonly deliveries: TableV2;
  readonly quotas: TableV2;
  readonly audit: TableV2;
  readonly adminLinks: TableV2;
}

/** The queues of a stage by name: `FirstAttempts`, `SlowLane`, and `Notices` in a stage that sends mails. */
export type PlatformQueues = Readonly<Record<string, PlatformQueue>>;

/** A queue, and the one with the messages that no function could handle. */
export interface PlatformQueue {
  readonly queue: Queue;
  readonly deadLetters: Queue;
}

/** The functions of a stage by name, or the alias by which one is called in a stage with a gradual rollout. */
export type PlatformFunctions = Readonly<Record<string, IFunction>>;

/** What alarms notify: somebody has to act at once (`page`), or in the next days (`ticket`). */
export interface PlatformAlarmTopics {
  readonly page: Topic;
  readonly ticket: Topic;
}
