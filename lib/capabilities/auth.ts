/** The authorizer, which identifies callers (docs/spec/access.md#authorizer). */
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { HTTP_TIMEOUT_SECONDS, ROUTE_ERRORS } from '../constructs/http-service.ts';
import { type FunctionDefaults, ServiceFunction } from '../constructs/service-function.ts';
import { given, on, type Use } from '../constructs/uses.ts';
import type { Tables } from '../stacks/data.ts';

/** What identifies callers by their tokens (lambdas/auth/request-caller.ts). */
export interface IdentificationProps {
  readonly config: StageConfig;
  readonly tables: Pick<Tables, 'networks'>;
  /** Issues the tokens of admins with accounts. Without it, only tokens signed with networks' keys are valid. */
  readonly adminIssuer: string | undefined;
  /** What each request must have in its header; undefined if the API may be called directly. */
  readonly originSecret: string | undefined;
}

interface AuthorizerProps extends IdentificationProps {
  readonly functions: FunctionDefaults;
}

/** Adds the function. */
export function addAuthorizer(
  scope: Construct,
  id: string,
  { functions, ...identification }: AuthorizerProps,
): ServiceFunction {
  return new ServiceFunction(scope, id, {
    defaults: functions,
    handler: 'auth/authorizer',
    description: 'Identifies the caller by the access token and the settings of its network',
    memory: identification.config.memory.http,
    timeoutSeconds: HTTP_TIMEOUT_SECONDS,
    reservedCalls: identification.config.concurrency.reserved?.authorizer,
    rolledBackBy: ROUTE_ERRORS,
    uses: identifiesCallers(identification),
  });
}

/** What a function needs that identifies callers by their tokens. */
export const identifiesCallers = ({
  config,
  tables,
  adminIssuer,
  originSecret,
}: IdentificationProps): readonly Use[] => [
  on(tables.networks, 'GetItem'),
  given({
    MAX_TOKEN_DAYS: `${config.api.maxTokenDays}`,
    ...(adminIssuer !== undefined && { ADMIN_ISSUER: adminIssuer }),
    ...(originSecret !== undefined && { ORIGIN_SECRET: originSecret }),
  }),
];
