/** The authorizer, which identifies callers (docs/spec/access.md#authorizer). */
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { HTTP_TIMEOUT_SECONDS, ROUTE_ERRORS } from '../constructs/http-service.ts';
import { type FunctionDefaults, ServiceFunction } from '../constructs/service-function.ts';
import { given, on } from '../constructs/uses.ts';
import type { Tables } from '../stacks/data.ts';

interface AuthorizerProps {
  readonly config: StageConfig;
  readonly functions: FunctionDefaults;
  readonly tables: Pick<Tables, 'networks'>;
  /** Issues the tokens of admins with accounts. Without it, only tokens signed with networks' keys are valid. */
  readonly adminIssuer: string | undefined;
  /** What each request must have in its header; undefined if the API may be called directly. */
  readonly originSecret: string | undefined;
}

/** Adds the function. */
export function addAuthorizer(
  scope: Construct,
  id: string,
  { config, functions, tables, adminIssuer, originSecret }: AuthorizerProps,
): ServiceFunction {
  return new ServiceFunction(scope, id, {
    defaults: functions,
    handler: 'auth/authorizer',
    description: 'Identifies the caller by the access token and the settings of its network',
    memory: config.memory.http,
    timeoutSeconds: HTTP_TIMEOUT_SECONDS,
    reservedCalls: config.concurrency.reserved?.authorizer,
    rolledBackBy: ROUTE_ERRORS,
    uses: [
      on(tables.networks, 'GetItem'),
      given({
        MAX_TOKEN_DAYS: `${config.api.maxTokenDays}`,
        ...(adminIssuer !== undefined && { ADMIN_ISSUER: adminIssuer }),
        ...(originSecret !== undefined && { ORIGIN_SECRET: originSecret }),
      }),
    ],
  });
}
