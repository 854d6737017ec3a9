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
 * Whether resources are deleted with their stack. In a stage with protected data they are kept, unless the deployment
 * that creates them fails
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html).
 */
export const removalPolicy = ({ data }: StageConfig): RemovalPolicy =>
  data.kind === 'protected' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * The same of resources that refuse to be deleted by themselves, which are always kept: deleting them would fail, and
 * with it the roll-back. They are in nobody's way, since CloudFormation names them anew in the next attempt.
 */
export const removalPolicyOfGuarded = ({ data }: StageConfig): RemovalPolicy =>
  data.kind === 'protected' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

/** Settings of the stage's log groups. */
export const logSettings = (config: StageConfig): LogSettings => ({
  retention: config.logRetentionDays,
  removalPolicy: removalPolicy(config),
});
