/** The tables with what is erased of users (docs/spec/user-data.md#what-is-stored). */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { recordedCommentsTable } from '../activity/recorded-comments-table.ts';
import { activitiesOfUserTable } from '../activity/user-data-table.ts';
import { blocksOfUserTable } from '../block/user-data-table.ts';
import { deliveriesOfUsersTable } from '../delivery/tables/user-data-table.ts';
import { eventsOfUsersTable } from '../events/user-data-table.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';

/** The names of the tables. */
export type UserTableNames = Readonly<Record<'blocks' | 'activities' | 'events' | 'deliveries' | 'webhooks', string>>;

export type UserTables = ReturnType<typeof userTables>;

/** The tables of the given names. */
export const userTables = (client: DynamoDBDocumentClient, names: UserTableNames) => ({
  blocks: blocksOfUserTable(client, names.blocks),
  activities: activitiesOfUserTable(client, names.activities),
  markers: recordedCommentsTable(client, names.activities),
  events: eventsOfUsersTable(client, names.events),
  deliveries: deliveriesOfUsersTable(client, names.deliveries),
  webhooks: webhooksTable(client, names.webhooks),
});
