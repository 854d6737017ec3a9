/** What every stack of a stage shares. */
import { type Environment, RemovalPolicy, type Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { StageConfig } from '../config.ts';
import type { LogSettings } from '../constructs/service-function.ts';
import { type StackPart, stackName } from '../stage-names.ts';

export interface StageStackProps {
  readonly config: StageConfig;
  /** Where the stack is deployed, and its tags besides those of the stage; as its app says unless given. */
  readonly host?: StackHost;
}

/** What an app decides about all stacks of a stage. */
export interface StackHost {
  readonly env?: Environment | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

/** Tags that bills and inventories are split by. */
const stageTags = (config: StageConfig) => ({ service: 'social-platform-services', stage: config.name });

/** Whether a stage keeps its data, and refuses to be deleted. */
export const isProtected = ({ data }: Pick<StageConfig, 'data'>): boolean => data.kind === 'protected';

/**
 * Where the stack is, and what it is called. Its template is the same in whichever app: without the CDK's own resource
 * for its statistics.
 *
 * Of a protected stage none may go by mistake
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-protect-stacks.html): with the service stack go
 * the API's id, which is in every caller's base URL, and what waits in its queues; with the panel's its URL, which is in
 * links and in the settings of the user pool.
 */
export const stackSettings = ({ config, host }: StageStackProps, part: StackPart): StackProps => ({
  stackName: stackName(config, part),
  tags: stageTags(config),
  terminationProtection: isProtected(config),
  analyticsReporting: false,
  ...(host?.env && { env: host.env }),
});

/** Tags the resources of a stack. cfn-lint does not know tags of dashboards, and nobody needs them. */
export function tagResources(stack: Stack, { config, host }: StageStackProps): void {
  const excludeResourceTypes = ['AWS::CloudWatch::Dashboard'];
  for (const [name, value] of Object.entries({ ...host?.tags, ...stageTags(config) })) {
    Tags.of(stack).add(name, value, { excludeResourceTypes });
  }
}

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
