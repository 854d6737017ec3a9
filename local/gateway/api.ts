/**
 * The HTTP API of the template: routes, integrations, authorizers and CORS, put together from its resources.
 *
 * A route whose integration, function or authorizer can't be found stops the start; it is never served open.
 */
import { randomBytes } from 'node:crypto';
import type { FunctionPool } from '../functions/function-pool.ts';
import type { Inventory, Resource } from '../template/inventory.ts';
import { StartProblem } from '../template/problem.ts';
import { Authorizer } from './authorizer.ts';
import { preflightResponse, withCorsHeaders } from './cors.ts';
import { integrationEvent, type RequestFacts } from './event.ts';
import type { GatewayRequest } from './request.ts';
import { type GatewayResponse, internalError, ownResponse, responseOf, serviceUnavailable } from './response.ts';
import { createRouter } from './router.ts';

interface Route {
  readonly routeKey: string;
  readonly pool: FunctionPool;
  readonly timeoutMs: number;
  readonly authorizer: Authorizer | undefined;
}

/** How a request was answered, for the request log. */
export interface HandledRequest {
  readonly response: GatewayResponse;
  readonly routeKey: string;
  /** What the authorizer knows of the caller. */
  readonly caller: object | undefined;
}

/** `readBody` is called only for requests that have a route and are allowed. */
export type HttpApi = (
  request: GatewayRequest,
  readBody: () => Promise<Buffer | 'too large'>,
) => Promise<HandledRequest>;

/** Finds a function by its ARN, anywhere in a URI. */
export type FindFunction = (uri: string) => FunctionPool | undefined;

/** Builds the one API of the template. Throws a `StartProblem` that names what is missing. */
export function createHttpApi(inventory: Inventory, findFunction: FindFunction): HttpApi {
  const [api, another] = inventory.resources['AWS::ApiGatewayV2::Api'];
  if (api === undefined) throw new StartProblem('The template has no HTTP API.');
  if (another !== undefined) throw new StartProblem(`${another.path}: the local cloud hosts one HTTP API.`);
  const stage = inventory.resources['AWS::ApiGatewayV2::Stage'].find(({ properties }) => properties.ApiId === api.name);
  if (stage === undefined) throw new StartProblem(`${api.path}: the HTTP API has no stage.`);
  if (stage.name !== '$default') throw new StartProblem(`${stage.path}: the stage must be $default.`);
  const authorizers = createAuthorizers(inventory, findFunction);
  const routes = inventory.resources['AWS::ApiGatewayV2::Route'].map((route) =>
    createRoute(route, inventory, authorizers, findFunction),
  );
  const router = createRouter(routes);
  const cors = api.properties.CorsConfiguration;

  return async (request, readBody) => {
    const match = router(request.method, request.path);
    const unrouted = match === undefined || match.route.routeKey === '$default';
    if (cors !== undefined && unrouted && request.method === 'OPTIONS') {
      return { response: preflightResponse(cors, request), routeKey: 'preflight', caller: undefined };
    }
    if (match === undefined) {
      const response = withCorsHeaders(cors, request, ownResponse(404, 'Not Found'));
      return { response, routeKey: 'none', caller: undefined };
    }
    const facts: RequestFacts = {
      request,
      routeKey: match.route.routeKey,
      pathParameters: match.parameters,
      apiId: api.name,
      stage: stage.name,
      requestId: `${randomBytes(11).toString('base64url').slice(0, 15)}=`,
      now: new Date(),
    };
    const { response, caller } = await serve(match.route, facts, readBody);
    const headers = { ...response.headers, 'apigw-requestid': facts.requestId };
    const complete = withCorsHeaders(cors, request, { ...response, headers });
    return { response: complete, routeKey: facts.routeKey, caller };
  };
}

async function serve(
  { pool, timeoutMs, authorizer }: Route,
  facts: RequestFacts,
  readBody: () => Promise<Buffer | 'too large'>,
): Promise<{ response: GatewayResponse; caller: object | undefined }> {
  const decision = await authorizer?.decide(facts);
  if (decision?.kind === 'refused') return { response: decision.response, caller: undefined };
  const caller = decision?.context;
  const body = await readBody();
  if (body === 'too large') return { response: ownResponse(413, 'Request Entity Too Large'), caller };
  const outcome = await within(timeoutMs, pool.invoke(JSON.stringify(integrationEvent(facts, body, caller))));
  if (outcome === 'timeout' || outcome.kind === 'timeout' || outcome.kind === 'throttled') {
    return { response: serviceUnavailable(), caller };
  }
  if (outcome.kind === 'answered') return { response: responseOf(outcome.payload), caller };
  const tooLarge = outcome.error.errorType === 'RequestTooLarge';
  return { response: tooLarge ? ownResponse(413, 'Request Entity Too Large') : internalError(), caller };
}

async function within<T>(milliseconds: number, result: Promise<T>): Promise<T | 'timeout'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), milliseconds);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function createAuthorizers(inventory: Inventory, findFunction: FindFunction): ReadonlyMap<string, Authorizer> {
  return new Map(
    inventory.resources['AWS::ApiGatewayV2::Authorizer'].map(({ name, path, properties }) => {
      const pool = findFunction(properties.AuthorizerUri);
      if (pool === undefined)
        throw new StartProblem(`${path}: ${properties.AuthorizerUri} is no function of the template.`);
      const { IdentitySource: identitySources, AuthorizerResultTtlInSeconds: cacheSeconds } = properties;
      if (identitySources.length === 0 && cacheSeconds > 0) {
        throw new StartProblem(`${path}: results can't be cached without an identity source.`);
      }
      return [name, new Authorizer({ pool, identitySources, cacheSeconds })];
    }),
  );
}

function createRoute(
  { path, properties }: Resource<'AWS::ApiGatewayV2::Route'>,
  inventory: Inventory,
  authorizers: ReadonlyMap<string, Authorizer>,
  findFunction: FindFunction,
): Route {
  const problem = (what: string): StartProblem => new StartProblem(`${path} (${properties.RouteKey}): ${what}`);
  const integrationId = properties.Target.slice('integrations/'.length);
  const integration = inventory.resources['AWS::ApiGatewayV2::Integration'].find(({ name }) => name === integrationId);
  if (integration === undefined) throw problem(`there is no integration ${integrationId}.`);
  const pool = findFunction(integration.properties.IntegrationUri);
  if (pool === undefined) throw problem(`${integration.properties.IntegrationUri} is no function of the template.`);
  const authorizer = properties.AuthorizerId === undefined ? undefined : authorizers.get(properties.AuthorizerId);
  if (properties.AuthorizationType === 'CUSTOM' && authorizer === undefined)
    throw problem('its authorizer is missing.');
  if (properties.AuthorizationType === 'NONE' && properties.AuthorizerId !== undefined) {
    throw problem('it names an authorizer but its AuthorizationType is NONE.');
  }
  return { routeKey: properties.RouteKey, pool, timeoutMs: integration.properties.TimeoutInMillis, authorizer };
}
