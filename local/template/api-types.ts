/** The resource types of the HTTP API. */
import * as v from 'valibot';
import { Count, properties, type ResourceType, Texts } from './resource-type.ts';

/** Of any origin, and without credentials. */
const CorsConfiguration = v.strictObject({
  AllowHeaders: Texts,
  AllowMethods: Texts,
  AllowOrigins: v.strictTuple([v.literal('*')]),
  ExposeHeaders: Texts,
  /** Seconds. */
  MaxAge: Count,
});
export type CorsConfiguration = v.InferOutput<typeof CorsConfiguration>;

const ApiProperties = properties({ ProtocolType: v.literal('HTTP'), CorsConfiguration: v.optional(CorsConfiguration) });

const RouteLimits = v.strictObject({
  ThrottlingRateLimit: v.pipe(v.number(), v.minValue(0)),
  ThrottlingBurstLimit: Count,
});

const StageProperties = properties({
  StageName: v.literal('$default'),
  DefaultRouteSettings: v.optional(RouteLimits),
  /** Route key → its own limits. */
  RouteSettings: v.optional(v.record(v.string(), RouteLimits), {}),
});
export type StageProperties = v.InferOutput<typeof StageProperties>;

const commonOfRoutes = { RouteKey: v.string(), Target: v.pipe(v.string(), v.startsWith('integrations/')) };

const RouteProperties = v.variant(
  'AuthorizationType',
  [
    properties({ ...commonOfRoutes, AuthorizationType: v.literal('NONE') }),
    properties({ ...commonOfRoutes, AuthorizationType: v.literal('CUSTOM'), AuthorizerId: v.string() }),
  ],
  'must be NONE or CUSTOM (a Lambda authorizer)',
);

const IntegrationProperties = properties({
  IntegrationType: v.literal('AWS_PROXY'),
  IntegrationUri: v.string(),
  /** The role with which the API calls the function; without one the function has a permission. */
  CredentialsArn: v.optional(v.string()),
  PayloadFormatVersion: v.literal('2.0'),
});

const AuthorizerProperties = properties({
  AuthorizerType: v.literal('REQUEST'),
  AuthorizerUri: v.string(),
  /** The role with which the API calls it; without one the function has a permission. */
  AuthorizerCredentialsArn: v.optional(v.string()),
  AuthorizerPayloadFormatVersion: v.literal('2.0'),
  EnableSimpleResponses: v.literal(true),
  IdentitySource: v.strictTuple([v.pipe(v.string(), v.regex(/^\$request\.header\.[\w-]+$/))]),
  /** Seconds. */
  AuthorizerResultTtlInSeconds: v.pipe(Count, v.minValue(1)),
});

export const apiTypes = {
  'AWS::ApiGatewayV2::Api': {
    schema: ApiProperties,
    ignored: ['Name', 'Tags'],
    attributes: { ApiEndpoint: (_name, { gateway }) => gateway },
  },
  'AWS::ApiGatewayV2::Stage': {
    schema: StageProperties,
    ignored: ['AccessLogSettings', 'ApiId', 'AutoDeploy', 'Tags'],
  },
  'AWS::ApiGatewayV2::Route': { schema: RouteProperties, ignored: ['ApiId'] },
  'AWS::ApiGatewayV2::Integration': { schema: IntegrationProperties, ignored: ['ApiId'] },
  'AWS::ApiGatewayV2::Authorizer': { schema: AuthorizerProperties, ignored: ['ApiId', 'Name'] },
} as const satisfies Record<string, ResourceType>;
