/** What every stack of a stage shares. */
import { RemovalPolicy, type StackProps } from 'aws-cdk-lib';
import type { StageConfig } from '../config.ts';
import type { LogKeeping } from '../constructs/service-function.ts';

export interface StageStackProps {
  readonly config: StageConfig;
}

/** Tags, by which a bill and an inventory are split. */
export const stageTags = (config: StageConfig) => ({ service: 'social-platform-services', stage: config.name });

/** Region and tags. Without replicas there is no region: the stack goes where the deployer's credentials point. */
export function stackSettings(config: StageConfig): StackProps {
  const { placement } = config;
  return { tags: stageTags(config), ...('region' in placement ? { env: { region: placement.region } } : {}) };
}

/** How long the stage's logs are kept, and whether they outlive their stack. */
export const logKeeping = ({ logRetentionDays, data }: StageConfig): LogKeeping => ({
  retention: logRetentionDays,
  removalPolicy: data.kind === 'protected' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
});
