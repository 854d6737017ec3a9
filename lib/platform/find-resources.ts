/** Finds the resources of a stage in its stacks. */
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { TableName } from '../../contract/tables.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { DataStack } from '../stacks/data.ts';
import type { ServiceStack } from '../stacks/service.ts';
import type { PlatformFunctions, PlatformQueues, PlatformTables } from './resources.ts';

/** Returns the tables. */
export function tablesOf({ tables }: DataStack): PlatformTables {
  const of = (name: TableName): TableV2 => tables[name].table;
  return {
    blocks: of('blocks'),
    activities: of('activities'),
    networks: of('networks'),
    events: of('events'),
    webhooks: of('webhooks'),
    deliveries: of('deliveries'),
    quotas: of('quotas'),
    audit: of('audit'),
    adminLinks: of('adminLinks'),
  };
}

/** Returns the queues by name. */
export const queuesOf = ({ lanes }: ServiceStack): PlatformQueues =>
  Object.fromEntries(lanes.map(({ node, queue, deadLetters }) => [node.id, { queue, deadLetters }]));

/** Returns the functions by the ids of their constructs. */
export const functionsOf = (service: ServiceStack): PlatformFunctions =>
  Object.fromEntries(
    service.node
      .findAll()
      .filter((construct) => construct instanceof ServiceFunction)
      .map(({ node, target }) => [node.id, target]),
  );
