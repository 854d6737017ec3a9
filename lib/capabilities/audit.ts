/** The route that lists the audit trail. The functions that write it have a permission each, beside their own. */
import { Construct } from 'constructs';
import { webhookAuditIndex } from '../../contract/tables.ts';
import { RouteFunction } from '../constructs/route-function.ts';
import { indexArn } from '../constructs/table-permissions.ts';
import type { Capability } from './capability.ts';

export class AuditTrail extends Construct {
  constructor(scope: Construct, id: string, { functions, http, memory, tables: { audit } }: Capability) {
    super(scope, id);
    const listAudit = new RouteFunction(this, 'ListAudit', {
      defaults: functions,
      http,
      operation: 'listAudit',
      memory: memory.http,
      tables: { AUDIT_TABLE: audit },
    });
    listAudit.allow(['dynamodb:Query'], audit.tableArn);
    listAudit.allow(['dynamodb:Query'], indexArn(audit, webhookAuditIndex));
  }
}
