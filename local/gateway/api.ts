/**
 * The HTTP API of the template: routes, integrations, authorizers and CORS, built from its resources.
 *
 * A route whose integration, function or authorizer is missing stops the start; it is never served open.
 */
import { randomUUID } from 'node:crypto';
import type { FunctionPool, Invokable } from '../functions/function-pool.ts';
import type { FindFunction } from '../functions/functions.ts';
import type { InvocationOutcome } from '../functions/invocation.ts';
import { evaluate } from '../iam/evaluate.ts';
import { type FindRole, roleFinder } from '../iam/function-permissions.ts';
import type { CorsConfiguration } from '../template/api-types.ts';
import type { Inventory, Resource } from '../template/inventory.ts';
import { StartProblem } from '../template/problem.ts';
import { Authorizer } from './authorizer.ts';
import { type GatewayRequest, integrationEvent, type RequestFacts } from './request.ts';
import {
  type GatewayResponse,
  internalError,
  ownResponse,
  preflightResponse,
  responseOf,
  serviceUnavailable,
  withCorsHeaders,
} from './response.ts';
import { createRouter } from './router.ts';
import { createThrottle } from './throttle.ts';

interface Route {
  readonly routeKey: string;
  readonly pool: FunctionPool;
  readonly authorizer: Authorizer | undefined;
}

/** `readBody` is called only for requests that have a route and are allowed. */
export type HttpApi = (
  request: GatewayRequest,
  readBody: () => Promise<Buffer | 'too large'>,
) => Promise<GatewayResponse>;

/** API Gateway's limit for a function. */
const INTEGRATION_TIMEOUT_MS = 30_000;

/** What calls an authorizer's function: its pool, or something in front of it. `title` is the function's. */
export type AuthorizerInvokable = (pool: Invokable, title: string) => Invokable;

/** Builds the one API of the template. Throws a `StartProblem` that names what is missing. */
export function createHttpApi(
  inventory: Inventory,
  findFunction: FindFunction,
  authorizerInvokable: AuthorizerInvokable = (pool) => pool,
): HttpApi {
  const [api, another] = inventory.of('AWS::ApiGatewayV2::Api');
  const [stage] = inventory.of('AWS::ApiGatewayV2::Stage');
  if (api === undefined || stage === undefined) throw new StartProblem('The template has no HTTP API with a stage.');
  if (another !== undefined) throw new StartProblem(`${another.path}: the local cloud hosts one HTTP API.`);
  const findRole = roleFinder(inventory);
  const authorizers = createAuthorizers(inventory, findFunction, findRole, authorizerInvokable);
  const integrations = inventory.of('AWS::ApiGatewayV2::Integration');
  const passes = createThrottle(stage.properties);
  const router = createRouter(
    inventory
      .of('AWS::ApiGatewayV2::Route')
      .map((route) => createRoute(route, { integrations, authorizers, findFunction, findRole })),
  );
  const { CorsConfiguration: cors } = api.properties;

  return async (request, readBody) => {
    const matched = router(request.method, request.path);
    if (matched === undefined) return unmatched(cors, request);
    const { route, parameters } = matched;
    const requestId = newRequestId();
    const facts: RequestFacts = {
      request,
      routeKey: route.routeKey,
      pathParameters: parameters,
      apiId: api.name,
      stage: stage.properties.StageName,
      requestId,
      now: new Date(),
    };
    const response = passes(route.routeKey)
      ? await serve(route, facts, readBody)
      : ownResponse(429, 'Too Many Requests');
    const headers = { ...response.headers, 'apigw-requestid': requestId };
    return withCorsHeaders(cors, request, { ...response, headers });
  };
}

/** As API Gateway's: 15 characters and `=`. */
const newRequestId = (): string =>
  `${Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url').slice(0, 15)}=`;

/**
 * No route matches: a preflight request gets the configured response if there is one, whatever its path, and all others
 * 404 (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html).
 */
const unmatched = (cors: CorsConfiguration | undefined, request: GatewayRequest): GatewayResponse =>
  cors !== undefined && request.method === 'OPTIONS'
    ? preflightResponse(cors, request)
    : withCorsHeaders(cors, request, ownResponse(404, 'Not Found'));

async function serve(
  { pool, authorizer }: Route,
  facts: RequestFacts,
  readBody: () => Promise<Buffer | 'too large'>,
): Promise<GatewayResponse> {
  const decision = await authorizer?.decide(facts);
  if (decision?.kind === 'refused') return decision.response;
  const body = await readBody();
  if (body === 'too large') return ownResponse(413, 'Request Entity Too Large');
  return integrate(pool, JSON.stringify(integrationEvent(facts, body, decision?.context)));
}

async function integrate(pool: FunctionPool, event: string): Promise<GatewayResponse> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), INTEGRATION_TIMEOUT_MS);
  const outcome = await Promise.race([pool.invoke(event), timeout]);
  clearTimeout(timer);
  return outcome === undefined ? serviceUnavailable() : responseTo(outcome);
}

function responseTo(outcome: InvocationOutcome): GatewayResponse {
  if (outcome.kind === 'timeout' || outcome.kind === 'throttled') return serviceUnavailable();
  if (outcome.kind === 'returned') return responseOf(outcome.payload);
  if (outcome.error.errorType === 'RequestTooLarge') return ownResponse(413, 'Request Entity Too Large');
  return internalError();
}

function createAuthorizers(
  inventory: Inventory,
  findFunction: FindFunction,
  findRole: FindRole,
  invokable: AuthorizerInvokable,
): ReadonlyMap<string, Authorizer> {
  return new Map(
    inventory.of('AWS::ApiGatewayV2::Authorizer').map(({ name, path, properties }) => {
      const pool = findFunction(properties.AuthorizerUri, path);
      refuseUncallable(findRole, properties.AuthorizerCredentialsArn, pool, path);
      const [identitySource] = properties.IdentitySource;
      const authorizer = new Authorizer({
        pool: invokable(pool, pool.definition.title),
        identityHeader: identitySource.replace('$request.header.', ''),
        cacheSeconds: properties.AuthorizerResultTtlInSeconds,
      });
      return [name, authorizer];
    }),
  );
}

/** What routes refer to. */
interface RouteParts {
  readonly integrations: readonly Resource<'AWS::ApiGatewayV2::Integration'>[];
  readonly authorizers: ReadonlyMap<string, Authorizer>;
  readonly findFunction: FindFunction;
  readonly findRole: FindRole;
}

function createRoute(
  { path, properties }: Resource<'AWS::ApiGatewayV2::Route'>,
  { integrations, authorizers, findFunction, findRole }: RouteParts,
): Route {
  const { RouteKey: routeKey, Target } = properties;
  const problem = (what: string): StartProblem => new StartProblem(`${path} (${routeKey}): ${what}`);
  const integrationId = Target.slice('integrations/'.length);
  const integration = integrations.find(({ name }) => name === integrationId);
  if (integration === undefined) throw problem(`there is no integration ${integrationId}.`);
  const pool = findFunction(integration.properties.IntegrationUri, integration.path);
  refuseUncallable(findRole, integration.properties.CredentialsArn, pool, integration.path);
  if (properties.AuthorizationType === 'NONE') return { routeKey, pool, authorizer: undefined };
  const authorizer = authorizers.get(properties.AuthorizerId);
  if (authorizer === undefined) throw problem('its authorizer is missing.');
  return { routeKey, pool, authorizer };
}

/** API Gateway would respond with 500 to every request if the role may not call the function. Here it stops the start. */
function refuseUncallable(
  findRole: FindRole,
  roleArn: string | undefined,
  { definition }: FunctionPool,
  path: string,
): void {
  if (roleArn === undefined) return;
  const { logicalId, statements } = findRole(roleArn, path);
  const call = { action: 'lambda:InvokeFunction', resource: definition.arn, valuesOf: () => undefined };
  if (evaluate(statements, call).kind === 'allowed') return;
  throw new StartProblem(`${path}: ${logicalId} does not allow ${call.action} on ${call.resource}.`);
}
