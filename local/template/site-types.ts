/** The resource types of a static site: files in a bucket, and the distribution in front of it. */
import * as v from 'valibot';
import type { Json } from './json.ts';

const AnyJson = v.custom<Json>((value) => value !== undefined);
const Texts = v.record(v.string(), v.string());

/** What the CDK's `BucketDeployment` does at deployment: unpacks assets into a folder of a bucket. */
export const DeploymentProperties = v.object({
  /** Of each asset: `<hash>.zip`. */
  SourceObjectKeys: v.array(v.pipe(v.string(), v.endsWith('.zip'))),
  /** For each asset: what to put in place of which marker in its files. */
  SourceMarkers: v.optional(v.array(Texts), []),
  SourceMarkersConfig: v.optional(v.array(v.object({ jsonEscape: v.optional(v.boolean(), false) })), []),
  DestinationBucketName: v.string(),
  DestinationBucketKeyPrefix: v.string(),
  /** Headers of every file. */
  SystemMetadata: v.optional(v.object({ 'cache-control': v.optional(v.string()) }), {}),
  Prune: v.literal(false),
});
export type DeploymentProperties = v.InferOutput<typeof DeploymentProperties>;

export const DistributionProperties = v.object({
  DistributionConfig: v.object({
    DefaultCacheBehavior: v.object({
      FunctionAssociations: v.optional(
        v.array(v.object({ EventType: v.literal('viewer-request'), FunctionARN: v.string() })),
        [],
      ),
      ResponseHeadersPolicyId: v.optional(v.string()),
    }),
    CacheBehaviors: v.optional(v.tuple([]), []),
    CustomErrorResponses: v.optional(v.tuple([]), []),
  }),
});

export const EdgeFunctionProperties = v.object({ FunctionCode: v.string() });

const Header = v.object({ Header: v.string(), Value: v.string() });

export const HeadersPolicyProperties = v.object({
  ResponseHeadersPolicyConfig: v.object({
    Name: v.string(),
    CustomHeadersConfig: v.optional(v.object({ Items: v.array(Header) })),
    SecurityHeadersConfig: v.optional(
      v.strictObject({
        ContentSecurityPolicy: v.optional(v.object({ ContentSecurityPolicy: v.string() })),
        ContentTypeOptions: v.optional(AnyJson),
        FrameOptions: v.optional(v.object({ FrameOption: v.string() })),
        ReferrerPolicy: v.optional(v.object({ ReferrerPolicy: v.string() })),
        /** Means nothing here: browsers take it over HTTPS only. */
        StrictTransportSecurity: v.optional(AnyJson),
      }),
    ),
  }),
});
export type HeadersPolicyProperties = v.InferOutput<typeof HeadersPolicyProperties>;

/** Types that are hosted, with the properties that mean nothing on one machine. */
export const siteTypes = {
  'AWS::CloudFront::Distribution': { schema: DistributionProperties, ignored: ['Tags'] },
  'AWS::CloudFront::Function': {
    schema: EdgeFunctionProperties,
    ignored: ['AutoPublish', 'FunctionConfig', 'Name', 'Tags'],
  },
  'AWS::CloudFront::ResponseHeadersPolicy': { schema: HeadersPolicyProperties, ignored: [] },
  'Custom::CDKBucketDeployment': {
    schema: DeploymentProperties,
    ignored: ['OutputObjectKeys', 'ServiceToken', 'SourceBucketNames', 'WaitForDistributionInvalidation'],
  },
} as const;
