/** What every stack of a stage shares. */
import { RemovalPolicy, type StackProps } from 'aws-cdk-lib';
import type { StageConfig } from '../config.ts';
import type { LogSettings } from '../constructs/service-function.ts';

export interface StageStackProps {
  readonly config: StageConfig;
}

/** Tags that bills and inventories are split by. */
export const stageTags = (config: StageConfig) => ({ service: 'social-platform-services', stage: config.name });

/** Whether a stage keeps its data, and refuses to be deleted. */
export const isProtected = ({ data }: Pick<StageConfig, 'data'>): boolean => data.kind === 'protected';

/**
 * Tags, and whether the stack refuses to be deleted
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-protect-stacks.html). Of a protected stage
 * none may go by mistake: with the service stack go the API's id, which is in every caller's base URL, and what waits in
 * its queues; with the panel's its URL, which is in links and in the settings of the user pool. There is no region: it is
 * that of the deployer's credentials.
 */
export const stackSettings = (config: StageConfig): StackProps => ({
  tags: stageTags(config),
  terminationProtection: isProtected(config),
});

/**
 * Whether resources are deleted with their stack. In a stage with protected data they are kept, unless the deployment
 * that creates them fails
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html).
 */
export const removalPolicy = (config: Pick<StageConfig, 'data'>): RemovalPolicy =>
  isProtected(config) ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * The same of resources that refuse to be deleted by themselves, which are always kept: deleting them would fail, and
 * with it the roll-back. They are in nobody's way, since CloudFormation names them anew in the next attempt.
 */
export const removalPolicyOfGuarded = (config: Pick<StageConfig, 'data'>): RemovalPolicy =>
  isProtected(config) ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

/** Settings of the stage's log groups. */
export const logSettings = (config: StageConfig): LogSettings => ({
  retention: config.logRetentionDays,
  removalPolicy: removalPolicy(config),
});
