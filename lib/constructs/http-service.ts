/**
 * The HTTP API: one `$default` stage, the authorizer, CORS, throttling and access logs.
 *
 * `serve` adds a route from its definition, so that none lacks its authorizer by mistake. There is no `$default` route:
 * it would get the preflight requests of browsers, which API Gateway otherwise answers itself
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html).
 */
import { ArnFormat, Duration, Fn, Stack, Validations } from 'aws-cdk-lib';
import {
  CfnStage,
  CorsHttpMethod,
  HttpApi,
  HttpIntegrationType,
  HttpMethod,
  HttpRoute,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ORIGIN_HEADER } from '../../contract/function-environment.ts';
import { IDEMPOTENCY_KEY } from '../../contract/idempotency.ts';
import { methodsOf, needsToken, type RouteDefinition } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import type { ApiConfig } from '../config.ts';
import { LIVE } from './gradual-rollout.ts';
import { partOfStackId } from './ids.ts';
import type { LogSettings, ServiceFunction } from './service-function.ts';

interface HttpServiceProps {
  readonly name: string;
  readonly config: ApiConfig;
  /** The panel's, as far as it is known: its pages call the API. */
  readonly panelUrl: string | undefined;
  readonly authorizer: ServiceFunction;
  readonly logs: LogSettings;
}

/** A client waits no longer than this. */
export const HTTP_TIMEOUT_SECONDS = 10;
/**
 * Routes that are created at one time, each with its integration: API Gateway takes 10 calls a second for the
 * configuration of all APIs of an account (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html), and
 * a new stage has more than 80 of these resources. So each waits for the one that many places before it.
 */
const CREATED_AT_ONCE = 5;
/** The alarm of new versions of the authorizer, and of routes with calls of their own (`reservedQuotas`). Others have none. */
export const ROUTE_ERRORS = 'RouteErrors';

export class HttpService extends Construct {
  readonly api: HttpApi;
  readonly stage: CfnStage;
  readonly accessLogs: LogGroup;
  private readonly authorizer: HttpLambdaAuthorizer;
  private readonly role: IRole;
  private readonly permissions = new PolicyDocument();
  private readonly served: HttpRoute[] = [];

  constructor(scope: Construct, id: string, { name, config, panelUrl, authorizer, logs }: HttpServiceProps) {
    super(scope, id);
    const panelOrigin = panelUrl === undefined ? [] : [new URL(panelUrl).origin];
    this.api = new HttpApi(this, 'Api', {
      apiName: name,
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: config.corsOrigins.includes('*') ? ['*'] : [...new Set([...config.corsOrigins, ...panelOrigin])],
        allowMethods: [...new Set(Object.values(routes).map(({ method }) => CorsHttpMethod[method]))],
        allowHeaders: ['authorization', 'content-type', IDEMPOTENCY_KEY],
        exposeHeaders: ['ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate', 'x-request-id'],
        maxAge: Duration.hours(1),
      },
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'What the API may do: call the functions of its routes, and its authorizer',
      inlinePolicies: { Permissions: this.permissions },
    });
    this.allowCalls(authorizer);
    this.authorizer = new HttpLambdaAuthorizer('Authorizer', authorizer.target, {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      identitySource: identitySources(config),
      resultsCacheTtl: Duration.seconds(config.authorizerCacheSeconds),
      role: this.role,
    });
    this.accessLogs = new LogGroup(this, 'AccessLogs', { ...logs, logGroupName: accessLogName(this) });
    this.stage = new CfnStage(this, 'Stage', {
      apiId: this.api.apiId,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destinationArn: logDestination(this.accessLogs), format: accessLogFormat },
      defaultRouteSettings: {
        throttlingRateLimit: config.throttle.requestsPerSecond,
        throttlingBurstLimit: config.throttle.burst,
      },
    });
  }

  /** Serves a route of the contract with a function. */
  serve(route: RouteDefinition, server: ServiceFunction): void {
    this.allowCalls(server);
    const integration = new FunctionIntegration(server.target, this.role);
    for (const method of methodsOf(route)) {
      const httpRoute = new HttpRoute(server, method === 'HEAD' ? 'HeadRoute' : 'Route', {
        httpApi: this.api,
        routeKey: HttpRouteKey.with(route.path, HttpMethod[method]),
        integration,
        ...(needsToken(route) && { authorizer: this.authorizer }),
      });
      const before = this.served.at(-CREATED_AT_ONCE);
      if (before !== undefined) httpRoute.node.addDependency(before);
      this.served.push(httpRoute);
      if (needsToken(route)) continue;
      const reason =
        route.role === 'receiver'
          ? `The function of ${route.path} verifies a signature with the secret of a webhook.`
          : `The contract opens ${route.path} to anyone; it has no customer data.`;
      Validations.of(httpRoute).acknowledge({ id: 'AwsSolutions-APIG4', reason });
    }
  }

  /** The alias is named beside its function, so that a route may move between them and is never denied. */
  private allowCalls({ lambda: { functionArn }, canHaveAlias }: ServiceFunction): void {
    const resources = canHaveAlias ? [functionArn, `${functionArn}:${LIVE}`] : [functionArn];
    this.permissions.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
  }
}

/**
 * Calls a function with the role of the API. The CDK's own integration adds a permission to each function instead, and
 * a stack may have 500 resources
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-integration.html,
 * CredentialsArn).
 */
class FunctionIntegration extends HttpRouteIntegration {
  private readonly config: HttpRouteIntegrationConfig;

  constructor({ functionArn }: IFunction, role: IRole) {
    super('Integration');
    this.config = {
      type: HttpIntegrationType.AWS_PROXY,
      uri: functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(role),
    };
  }

  bind(): HttpRouteIntegrationConfig {
    return this.config;
  }
}

/**
 * The headers by which results are cached, and without which API Gateway refuses a request by itself. Where direct
 * calls are refused, the secret is among them: a cached result of a direct call must not count for others, nor theirs
 * for it.
 */
const identitySources = ({ firewall }: ApiConfig): string[] => [
  '$request.header.Authorization',
  ...(firewall?.directCalls === 'refused' ? [`$request.header.${ORIGIN_HEADER}`] : []),
];

/**
 * CloudWatch Logs lets API Gateway write by one policy of the account, to which it adds each group, and never removes
 * one. Once its 5,120 characters are used up, only groups with this prefix are allowed
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-infrastructure-CWL.html): a stage that is created
 * and deleted at will could not be created any more.
 */
const accessLogName = (scope: Construct): string =>
  Fn.join('-', [`/aws/vendedlogs/${Stack.of(scope).stackName}-access`, partOfStackId(scope)]);

/** API Gateway takes a log group's ARN without the `:*` that CloudFormation gives it. */
function logDestination(group: LogGroup): string {
  return Stack.of(group).formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: group.logGroupName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

/**
 * The access log: one JSON line for each request, with the caller's network and role, and Lambda's request id, which is
 * the response's `x-request-id`. On a route of users, the role `server` is a call on behalf of a user. Headers, paths,
 * query strings, bodies and addresses are left out, since they have tokens and user ids, and tell who somebody is. The
 * variables are those of https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html.
 */
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  lambdaRequestId: '$context.integration.requestId',
  requestTime: '$context.requestTimeEpoch',
  networkId: '$context.authorizer.networkId',
  role: '$context.authorizer.role',
  routeKey: '$context.routeKey',
  method: '$context.httpMethod',
  status: '$context.status',
  responseLength: '$context.responseLength',
  responseLatency: '$context.responseLatency',
  integrationLatency: '$context.integration.latency',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
});
