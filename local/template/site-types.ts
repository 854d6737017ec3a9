/** The resource types of a static site: files in a bucket, and the distribution in front of it. */
import * as v from 'valibot';
import { AnyJson } from './json.ts';
import { viewerFunctionArn } from './names.ts';
import { properties, type ResourceType } from './resource-type.ts';

/** What the CDK's `BucketDeployment` does at deployment: unpacks assets into a folder of a bucket. */
const DeploymentProperties = properties({
  /** Of each asset: `<hash>.zip`. */
  SourceObjectKeys: v.array(v.pipe(v.string(), v.endsWith('.zip'))),
  /** For each asset: marker in its files → what replaces it. */
  SourceMarkers: v.optional(v.array(v.record(v.string(), v.string())), []),
  SourceMarkersConfig: v.optional(v.array(v.strictObject({ jsonEscape: v.optional(v.literal(true)) })), []),
  DestinationBucketKeyPrefix: v.string(),
  /** Headers of every file. */
  SystemMetadata: v.strictObject({ 'cache-control': v.string() }),
  Prune: v.literal(false),
});
export type DeploymentProperties = v.InferOutput<typeof DeploymentProperties>;

const DistributionProperties = properties({
  DistributionConfig: v.object({
    DefaultCacheBehavior: v.object({
      FunctionAssociations: v.strictTuple([
        v.strictObject({ EventType: v.literal('viewer-request'), FunctionARN: v.string() }),
      ]),
      ResponseHeadersPolicyId: v.string(),
    }),
    CacheBehaviors: v.optional(v.strictTuple([])),
    CustomErrorResponses: v.optional(
      v.strictTuple([
        v.strictObject({
          ErrorCode: v.literal(404),
          ResponseCode: v.literal(404),
          ResponsePagePath: v.pipe(v.string(), v.startsWith('/')),
        }),
      ]),
    ),
  }),
});

const ViewerFunctionProperties = properties({ FunctionCode: v.string() });

export const HeadersPolicyProperties = properties({
  ResponseHeadersPolicyConfig: v.strictObject({
    Name: v.string(),
    CustomHeadersConfig: v.strictObject({ Items: v.array(v.object({ Header: v.string(), Value: v.string() })) }),
    SecurityHeadersConfig: v.strictObject({
      ContentSecurityPolicy: v.object({ ContentSecurityPolicy: v.string() }),
      ContentTypeOptions: AnyJson,
      FrameOptions: v.optional(v.object({ FrameOption: v.string() })),
      ReferrerPolicy: v.object({ ReferrerPolicy: v.string() }),
      /** Has no local meaning: browsers accept it over HTTPS only. */
      StrictTransportSecurity: v.optional(AnyJson),
    }),
  }),
});
export type HeadersPolicyProperties = v.InferOutput<typeof HeadersPolicyProperties>;

export const siteTypes = {
  'AWS::CloudFront::Distribution': {
    schema: DistributionProperties,
    ignored: ['Tags'],
    attributes: { DomainName: (name) => `${name}.cloudfront.net` },
  },
  'AWS::CloudFront::Function': {
    schema: ViewerFunctionProperties,
    ignored: ['AutoPublish', 'FunctionConfig', 'Name', 'Tags'],
    attributes: { FunctionARN: viewerFunctionArn },
  },
  'AWS::CloudFront::ResponseHeadersPolicy': { schema: HeadersPolicyProperties, ignored: [] },
  'Custom::CDKBucketDeployment': {
    schema: DeploymentProperties,
    ignored: [
      'DestinationBucketName',
      'OutputObjectKeys',
      'ServiceToken',
      'SourceBucketNames',
      'WaitForDistributionInvalidation',
    ],
  },
} as const satisfies Record<string, ResourceType>;
