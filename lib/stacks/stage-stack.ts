/** What every stack of a stage shares. */
import { RemovalPolicy, type StackProps } from 'aws-cdk-lib';
import type { StageConfig } from '../config.ts';
import type { LogSettings } from '../constructs/service-function.ts';

export interface StageStackProps {
  readonly config: StageConfig;
}

/** Tags that bills and inventories are split by. */
export const stageTags = (config: StageConfig) => ({ service: 'social-platform-services', stage: config.name });

/** Region and tags. Without replicas there is no region: it is that of the deployer's credentials. */
export function stackSettings(config: StageConfig): StackProps {
  const { placement } = config;
  return { tags: stageTags(config), ...('region' in placement ? { env: { region: placement.region } } : {}) };
}

/** Settings of the stage's log groups. */
export const logSettings = ({ logRetentionDays, data }: StageConfig): LogSettings => ({
  retention: logRetentionDays,
  removalPolicy: data.kind === 'protected' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
});
