/** A user's data (docs/spec/user-data.md#by-a-back-end): the routes of back ends, and the function that erases. */
import { Construct } from 'constructs';
import { pendingErasuresIndex } from '../../contract/tables.ts';
import { EveryMinute } from '../constructs/every-minute.ts';
import { RouteFunction } from '../constructs/route-function.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { indexArn } from '../constructs/table-permissions.ts';
import type { Capability } from './capability.ts';

interface UserDataProps extends Capability {
  /** Seconds between the beginnings of two passes over all tables. */
  readonly passSeconds: number;
}

export class UserData extends Construct {
  readonly eraser: ServiceFunction;

  constructor(scope: Construct, id: string, props: UserDataProps) {
    super(scope, id);
    this.addRoutes(props);
    this.eraser = this.addEraser(props);
  }

  private addRoutes({ functions, http, memory, tables }: UserDataProps): void {
    const { activities, audit, blocks, erasures } = tables;
    const common = { defaults: functions, http, memory: memory.http };

    const eraseUsers = new RouteFunction(this, 'EraseUsers', {
      ...common,
      operation: 'eraseUsers',
      tables: { AUDIT_TABLE: audit, ERASURES_TABLE: erasures },
    });
    eraseUsers.allow(['dynamodb:PutItem'], audit.tableArn);
    eraseUsers.allow(['dynamodb:PutItem'], erasures.tableArn);
    eraseUsers.allow(['dynamodb:Query'], indexArn(erasures, pendingErasuresIndex));

    const showErasure = new RouteFunction(this, 'ShowErasure', {
      ...common,
      operation: 'showErasure',
      tables: { ERASURES_TABLE: erasures },
    });
    showErasure.allow(['dynamodb:GetItem'], erasures.tableArn);

    const exportUser = new RouteFunction(this, 'ExportUser', {
      ...common,
      operation: 'exportUser',
      tables: { ACTIVITIES_TABLE: activities, BLOCKS_TABLE: blocks },
    });
    exportUser.allow(['dynamodb:Query'], activities.tableArn);
    exportUser.allow(['dynamodb:Query'], blocks.tableArn);
  }

  private addEraser({ functions, memory, passSeconds, tables }: UserDataProps): ServiceFunction {
    const { activities, blocks, deliveries, erasures, events, webhooks } = tables;
    const eraser = new ServiceFunction(this, 'EraseUsersData', {
      defaults: functions,
      handler: 'user-data/erase-pending',
      description: 'Erases users that back ends have asked for, each minute',
      memory: memory.stream,
      timeoutSeconds: 60,
      tables: {
        ACTIVITIES_TABLE: activities,
        BLOCKS_TABLE: blocks,
        DELIVERIES_TABLE: deliveries,
        ERASURES_TABLE: erasures,
        EVENTS_TABLE: events,
        WEBHOOKS_TABLE: webhooks,
      },
      settings: { ERASURE_PASS_SECONDS: `${passSeconds}` },
    });
    eraser.allow(['dynamodb:BatchWriteItem', 'dynamodb:Query'], activities.tableArn);
    eraser.allow(['dynamodb:BatchWriteItem', 'dynamodb:Query', 'dynamodb:Scan'], blocks.tableArn);
    eraser.allow(['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'], deliveries.tableArn);
    eraser.allow(['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'], erasures.tableArn);
    eraser.allow(['dynamodb:Query'], indexArn(erasures, pendingErasuresIndex));
    eraser.allow(['dynamodb:Scan', 'dynamodb:UpdateItem'], events.tableArn);
    eraser.allow(['dynamodb:Query'], webhooks.tableArn);
    new EveryMinute(this, 'EraseUsersDataSchedule', eraser);
    return eraser;
  }
}
