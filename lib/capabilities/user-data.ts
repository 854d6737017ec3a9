/** A user's data (docs/spec/user-data.md): the routes of back ends. */
import { Construct } from 'constructs';
import { blockedUserIndex } from '../../contract/tables.ts';
import { RouteFunction } from '../constructs/route-function.ts';
import { indexArn } from '../constructs/table-permissions.ts';
import type { Capability } from './capability.ts';

export class UserData extends Construct {
  constructor(scope: Construct, id: string, { functions, http, memory, tables }: Capability) {
    super(scope, id);
    const { activities, audit, blocks } = tables;
    const common = { defaults: functions, http, memory: memory.http };

    const exportUser = new RouteFunction(this, 'ExportUser', {
      ...common,
      operation: 'exportUser',
      tables: { ACTIVITIES_TABLE: activities, BLOCKS_TABLE: blocks },
    });
    exportUser.allow(['dynamodb:Query'], activities.tableArn);
    exportUser.allow(['dynamodb:Query'], blocks.tableArn);

    const eraseUser = new RouteFunction(this, 'EraseUser', {
      ...common,
      operation: 'eraseUser',
      tables: { ACTIVITIES_TABLE: activities, AUDIT_TABLE: audit, BLOCKS_TABLE: blocks },
    });
    eraseUser.allow(['dynamodb:BatchWriteItem', 'dynamodb:Query'], activities.tableArn);
    eraseUser.allow(['dynamodb:BatchWriteItem', 'dynamodb:Query'], blocks.tableArn);
    eraseUser.allow(['dynamodb:Query'], indexArn(blocks, blockedUserIndex));
    eraseUser.allow(['dynamodb:PutItem'], audit.tableArn);
  }
}
