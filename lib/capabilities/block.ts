/** Blocking: its routes. Each function has only the permissions that its route needs. */
import { Construct } from 'constructs';
import { RouteFunction } from '../constructs/route-function.ts';
import type { Capability } from './capability.ts';

export class BlockService extends Construct {
  constructor(scope: Construct, id: string, { functions, http, memory, tables }: Capability) {
    super(scope, id);
    const { blocks } = tables;
    const common = { defaults: functions, http, memory: memory.http, tables: { BLOCKS_TABLE: blocks } };

    const blockUser = new RouteFunction(this, 'BlockUser', { ...common, operation: 'blockUser' });
    blockUser.allow(['dynamodb:PutItem'], blocks.tableArn);

    const unblockUser = new RouteFunction(this, 'UnblockUser', { ...common, operation: 'unblockUser' });
    unblockUser.allow(['dynamodb:DeleteItem'], blocks.tableArn);

    const listBlockedUsers = new RouteFunction(this, 'ListBlockedUsers', { ...common, operation: 'listBlockedUsers' });
    listBlockedUsers.allow(['dynamodb:Query'], blocks.tableArn);

    const checkHidden = new RouteFunction(this, 'CheckHidden', { ...common, operation: 'checkHidden' });
    checkHidden.allow(['dynamodb:Query', 'dynamodb:BatchGetItem'], blocks.tableArn);

    const checkAudience = new RouteFunction(this, 'CheckAudience', { ...common, operation: 'checkAudience' });
    checkAudience.allow(['dynamodb:Query', 'dynamodb:BatchGetItem'], blocks.tableArn);
  }
}
