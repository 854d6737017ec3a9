/** The authorizer: the only function that may read signing keys (docs/spec/access.md#authorizer). */
import { Construct } from 'constructs';
import { HTTP_TIMEOUT_SECONDS, ROUTE_ERRORS } from '../constructs/route-function.ts';
import { type FunctionDefaults, ServiceFunction } from '../constructs/service-function.ts';
import type { Tables } from '../stacks/data.ts';

interface AuthorizerProps {
  readonly functions: FunctionDefaults;
  /** MB. */
  readonly memory: number;
  readonly tables: Pick<Tables, 'networks'>;
  /** The issuer of the tokens of admins with accounts. Without one, only tokens signed with networks' keys are valid. */
  readonly adminIssuer: string | undefined;
  /** The longest lifetime of an access token, in days. */
  readonly maxTokenDays: number;
  readonly reservedCalls: number | undefined;
  /** What each request must have in its header; undefined if the API may be called directly. */
  readonly originSecret: string | undefined;
}

export class Authorizer extends Construct {
  readonly authorizer: ServiceFunction;

  constructor(scope: Construct, id: string, props: AuthorizerProps) {
    super(scope, id);
    const { functions, memory, tables, adminIssuer, maxTokenDays, reservedCalls, originSecret } = props;
    this.authorizer = new ServiceFunction(this, 'Authorizer', {
      defaults: functions,
      handler: 'auth/authorizer',
      description: 'Identifies the caller by the access token and the settings of its network',
      memory,
      timeoutSeconds: HTTP_TIMEOUT_SECONDS,
      reservedCalls,
      rolledBackBy: ROUTE_ERRORS,
      tables: { NETWORKS_TABLE: tables.networks },
      settings: {
        MAX_TOKEN_DAYS: `${maxTokenDays}`,
        ...(adminIssuer !== undefined && { ADMIN_ISSUER: adminIssuer }),
        ...(originSecret !== undefined && { ORIGIN_SECRET: originSecret }),
      },
    });
    this.authorizer.allow(['dynamodb:GetItem'], tables.networks.tableArn);
  }
}
