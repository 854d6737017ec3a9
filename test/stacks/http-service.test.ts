import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { methodsOf, needsToken } from '../../contract/route.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { stages } from '../../lib/config.ts';
import { type Handler, handlerOf } from '../../lib/functions/handlers.ts';
import { rightsOfRole } from './listing.ts';
import { another, refersTo, synthesized } from './synthesized.ts';

const prod = synthesized(stages.prod);
const { service } = prod;

const Route = v.object({
  RouteKey: v.string(),
  AuthorizationType: v.string(),
  AuthorizerId: v.optional(v.object({ Ref: v.string() })),
  Target: v.object({
    'Fn::Join': v.tuple([v.literal(''), v.tuple([v.literal('integrations/'), v.object({ Ref: v.string() })])]),
  }),
});
const httpRoutes = service.ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => v.parse(Route, Properties));
const [authorizer, ...furtherAuthorizers] = service.ofType('AWS::ApiGatewayV2::Authorizer');

const operations = Object.keys(routes).filter((id): id is OperationId => id in routes);
const keyOf = (operation: OperationId) => `${routes[operation].method} ${routes[operation].path}`;

function routeWithKey(key: string) {
  const found = httpRoutes.filter(({ RouteKey }) => RouteKey === key);
  expect(found).toHaveLength(1);
  return v.parse(v.tuple([Route]), found)[0];
}

/** The integration of a route, which has the ARN of its function. */
function integrationOf(key: string) {
  const { Target } = routeWithKey(key);
  return service.resource(Target['Fn::Join'][1][1].Ref).Properties;
}

const Names = v.array(v.string());
const Cors = v.object({ CorsConfiguration: v.object({ AllowHeaders: Names, ExposeHeaders: Names }) });

test('the page on access names the headers that pages in a browser may send and read', () => {
  const page = readFileSync('docs/spec/access.md', 'utf8').replaceAll('\n', ' ');
  const section = /### Calls from browsers(.*?)## /.exec(page)?.[1] ?? '';
  const named = [...section.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
  const [api] = service.ofType('AWS::ApiGatewayV2::Api');
  const { AllowHeaders, ExposeHeaders } = v.parse(Cors, api?.[1].Properties).CorsConfiguration;
  expect(named).toEqual([...AllowHeaders, ...ExposeHeaders]);
});

describe('the routes of the HTTP API', () => {
  // A $default route would get the preflight requests of browsers:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
  test('are those of the contract and no other, so that API Gateway answers preflight requests itself', () => {
    const keys = operations
      .map((operation) => routes[operation])
      .flatMap((route) => methodsOf(route).map((method) => `${method} ${route.path}`));
    expect(httpRoutes.map(({ RouteKey }) => RouteKey).sort()).toEqual(keys.sort());
  });

  // API Gateway takes 10 calls a second for the configuration of all APIs of an account:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
  test('and their integrations are created five at a time', () => {
    const waitsFor = new Map(
      service.all().flatMap(([id, { Type, DependsOn }]) => {
        if (Type !== 'AWS::ApiGatewayV2::Route' && Type !== 'AWS::ApiGatewayV2::Integration') return [];
        return [
          [id, DependsOn.filter((other) => service.resource(other).Type === 'AWS::ApiGatewayV2::Route')] as const,
        ];
      }),
    );
    const routeIds = service.ofType('AWS::ApiGatewayV2::Route').map(([id]) => id);
    expect(waitsFor.size).toBeGreaterThan(routeIds.length);
    expect([...waitsFor].filter(([id, others]) => routeIds.includes(id) && others.length === 0)).toHaveLength(5);
    // Nothing waits for two, and nothing is waited for by two routes: there are five chains.
    const followed = routeIds.flatMap((id) => waitsFor.get(id) ?? []);
    expect(new Set(followed).size).toBe(routeIds.length - 5);
    for (const others of waitsFor.values()) expect(others.length).toBeLessThanOrEqual(1);
  });

  test('serve HEAD of health by the function of GET', () => {
    expect(routeWithKey('HEAD /health')).toEqual({ ...routeWithKey('GET /health'), RouteKey: 'HEAD /health' });
  });

  test.each(operations)('%s has the authorizer if, and only if, the contract names a role', (operation) => {
    const { AuthorizationType, AuthorizerId } = routeWithKey(keyOf(operation));
    const open = { AuthorizationType: 'NONE', AuthorizerId: undefined };
    const guarded = { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: authorizer?.[0] } };
    expect({ AuthorizationType, AuthorizerId }).toEqual(needsToken(routes[operation]) ? guarded : open);
  });

  test('leave nothing open but health, documents, what receivers sign, and what mailed tokens and links allow', () => {
    const open = httpRoutes.filter(({ AuthorizationType }) => AuthorizationType !== 'CUSTOM');
    expect(open.map(({ RouteKey }) => RouteKey).sort()).toEqual([
      'GET /health',
      'GET /openapi.json',
      'GET /source-addresses',
      'GET /webhooks/{webhookId}/events',
      'HEAD /health',
      'POST /admin-links/redeem',
      'POST /network/notices/confirmation',
      'POST /webhooks/{webhookId}/ledger',
      'POST /webhooks/{webhookId}/ledger/reconcile',
    ]);
  });

  test.each(operations.map((operation): [string, Handler] => [keyOf(operation), handlerOf(operation)]))(
    '%s is served by %s alone, with payload 2.0',
    (key, handler) => {
      const { IntegrationUri, ...integration } = integrationOf(key);
      expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
      expect(refersTo(IntegrationUri, service.targetOf(service.functionOf(handler)[0]))).toBe(true);
    },
  );

  test('are called with a role of the API, which may call their functions and the authorizer, and nothing else', () => {
    const Role = v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) });
    const named = [
      ...service.ofType('AWS::ApiGatewayV2::Integration').map(([, { Properties }]) => Properties['CredentialsArn']),
      authorizer?.[1].Properties['AuthorizerCredentialsArn'],
    ].map((role) => v.parse(Role, role)['Fn::GetAtt'][0]);
    expect(new Set(named).size).toBe(1);
    const rights = rightsOfRole(service.resource(named[0] ?? ''));
    expect(new Set(rights.map(({ action }) => action))).toEqual(new Set(['lambda:InvokeFunction']));
    const handlers: readonly Handler[] = [...operations.map(handlerOf), 'auth/authorizer'];
    const called = new Set(rights.map(({ resource }) => /[A-Z]\w+Function\w{8}/.exec(resource)?.[0]));
    expect(called).toEqual(new Set(handlers.map((handler) => service.functionOf(handler)[0])));
    // An inline policy has at most 10,240 characters; an ARN with its alias at most 121.
    expect(rights.length * 125).toBeLessThan(10_240);
    expect(service.ofType('AWS::Lambda::Permission')).toEqual([]);
  });
});

describe('the authorizer', () => {
  test('is one Lambda authorizer, payload 2.0, simple response, that reads the Authorization header', () => {
    expect(furtherAuthorizers).toEqual([]);
    expect(authorizer?.[1].Properties).toMatchObject({
      AuthorizerType: 'REQUEST',
      AuthorizerPayloadFormatVersion: '2.0',
      EnableSimpleResponses: true,
      IdentitySource: ['$request.header.Authorization'],
    });
    const target = service.targetOf(service.functionOf('auth/authorizer')[0]);
    expect(refersTo(authorizer?.[1].Properties['AuthorizerUri'], target)).toBe(true);
  });

  test.each([
    [stages.local, 5],
    [stages.dev, 10],
    [stages.staging, 60],
    [stages.prod, 60],
  ])('has its results cached for as long as the stage sets, at most a minute', (stage, seconds) => {
    synthesized(stage).service.template.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      AuthorizerResultTtlInSeconds: seconds,
    });
  });
});

describe('the stage of the HTTP API', () => {
  const [stage] = service.ofType('AWS::ApiGatewayV2::Stage');

  test('throttles each route', () => {
    expect(stage?.[1].Properties).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 5000, ThrottlingBurstLimit: 5000 },
    });
  });

  const Logged = v.object({ AccessLogSettings: v.object({ Format: v.string(), DestinationArn: v.unknown() }) });
  const { Format, DestinationArn } = v.parse(Logged, stage?.[1].Properties).AccessLogSettings;

  test('writes access logs as JSON that name the request, the network and the role, and no token', () => {
    expect(JSON.parse(Format)).toMatchObject({
      requestId: '$context.requestId',
      lambdaRequestId: '$context.integration.requestId',
      networkId: '$context.authorizer.networkId',
      role: '$context.authorizer.role',
      status: '$context.status',
    });
    expect(JSON.stringify(DestinationArn)).not.toContain(':*');
  });

  // API Gateway writes each group of another name into one policy of the account, which has 5,120 characters and keeps
  // the names of deleted ones: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-infrastructure-CWL.html
  test('writes access logs into a group whose name the account’s policy allows, and no earlier stack has', () => {
    const [[, accessLogs] = []] = service.ofType('AWS::Logs::LogGroup').filter(([id]) => refersTo(DestinationArn, id));
    const name = JSON.stringify(accessLogs?.Properties['LogGroupName']);
    expect(name).toMatch(/"\/aws\/vendedlogs\/sps-prod-service/);
    expect(name).toContain('{"Ref":"AWS::StackId"}');
  });

  // Variables: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
  // `path` and `identity.sourceIp` are some of them: an erased user would be in the log for as long as it is stored.
  test('the access log uses no variable that HTTP APIs lack, and none by which a user can be recognized', () => {
    const known = [
      /^authorizer\.(error|networkId|role)$/,
      /^(httpMethod|integration\.(latency|requestId)|integrationErrorMessage|requestId)$/,
      /^(requestTimeEpoch|responseLatency|responseLength|routeKey|status)$/,
    ];
    const variables = [...Format.matchAll(/\$context\.([\w.]+)/g)].map(([, variable = '']) => variable);
    expect(variables.filter((variable) => !known.some((pattern) => pattern.test(variable)))).toEqual([]);
  });

  test('has the fields in its log that the runbook names', () => {
    const [, named = ''] =
      /\*\*The access log\*\* \(.*?\bcontains\s+the\s+fields (.*?)\n- /s.exec(
        readFileSync('docs/runbook.md', 'utf8'),
      ) ?? [];
    const fields = [...named.matchAll(/`(\w+)`/g)].map(([, field = '']) => field);
    expect(fields).toContain('routeKey');
    expect(Object.keys(JSON.parse(Format))).toEqual(expect.arrayContaining(fields));
  });

  test('lets browsers call every method of the contract, and read the headers that explain a failure', () => {
    service.template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      CorsConfiguration: {
        AllowOrigins: ['*'],
        AllowHeaders: ['authorization', 'content-type', 'idempotency-key'],
        AllowMethods: [...new Set(Object.values(routes).map(({ method }) => method))],
        ExposeHeaders: ['ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate', 'x-request-id'],
      },
    });
  });

  test('lets the panel call besides the origins that a stage names', () => {
    const named = { ...another, api: { ...another.api, corsOrigins: ['https://app.example.com'] as const } };
    synthesized(named).service.template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      CorsConfiguration: { AllowOrigins: ['https://app.example.com', 'https://webhooks.example.com'] },
    });
  });
});

describe('what sam local needs', () => {
  test('API, authorizer, integrations and HTTP functions are in one stack, and refer to no other', () => {
    expect(prod.data.ofType('AWS::Lambda::Function')).toEqual([]);
    for (const type of ['Api', 'Stage', 'Route', 'Integration', 'Authorizer'].map(
      (name) => `AWS::ApiGatewayV2::${name}`,
    )) {
      const resources = service.ofType(type);
      expect(resources).not.toEqual([]);
      expect(JSON.stringify(resources)).not.toContain('Fn::ImportValue');
    }
  });
});
