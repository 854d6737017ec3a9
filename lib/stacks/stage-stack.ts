/** What every stack of a stage shares. */
import { RemovalPolicy, type StackProps } from 'aws-cdk-lib';
import type { StageConfig } from '../config.ts';
import type { LogSettings } from '../constructs/service-function.ts';

export interface StageStackProps {
  readonly config: StageConfig;
}

/** Tags that bills and inventories are split by. */
export const stageTags = (config: StageConfig) => ({ service: 'social-platform-services', stage: config.name });

/** Tags. There is no region: it is that of the deployer's credentials. */
export const stackSettings = (config: StageConfig): StackProps => ({ tags: stageTags(config) });

/**
 * Whether resources are deleted with their stack. Protected ones are kept, unless the deployment that creates them fails: what
 * `RETAIN` keeps then would be in the way of the next attempt
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-deletionpolicy.html).
 */
export const removalPolicy = ({ data }: StageConfig): RemovalPolicy =>
  data.kind === 'protected' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** Settings of the stage's log groups. */
export const logSettings = (config: StageConfig): LogSettings => ({
  retention: config.logRetentionDays,
  removalPolicy: removalPolicy(config),
});
