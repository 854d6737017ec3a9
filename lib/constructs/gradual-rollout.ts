/**
 * Gradual deployments with automatic roll-back (docs/adr/0049-gradual-deployments.md).
 *
 * Each function is called by its alias `live`. When a deployment has made a new version of the function, CodeDeploy moves the
 * calls of the alias to it in steps, and back at once if an alarm goes off; CloudFormation then rolls the stack back
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-updatepolicy.html), and the other functions with
 * it.
 */
import { ArnFormat, CfnResource, Stack, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RolloutConfig } from '../config.ts';
import {
  METRICS_PER_ALARM,
  type WatchedFunction,
  watchNewVersion,
  watchNewVersions,
  watchResponses,
} from './rollout-alarms.ts';

/** The name of the alias. */
const LIVE = 'live';

type GradualRolloutProps = Extract<RolloutConfig, { readonly kind: 'gradual' }>;

/** A function that is deployed gradually. */
interface LiveFunction {
  readonly owner: Construct;
  readonly lambda: LambdaFunction;
  readonly alias: Alias;
  /** Whether its alarm is that of other functions too: a stack has few resources to spare, and an alarm of each route needs dozens. */
  readonly sharesAlarm: boolean;
}

export class GradualRollout extends Construct {
  private readonly props: GradualRolloutProps;
  private readonly functions: LiveFunction[] = [];

  constructor(scope: Construct, id: string, props: GradualRolloutProps) {
    super(scope, id);
    this.props = props;
  }

  /** Returns the alias by which the function of `owner` is to be called, and through which its new versions take over. */
  aliasOf(owner: Construct, lambda: LambdaFunction, sharesAlarm: boolean): IFunction {
    const alias = lambda.addAlias(LIVE);
    this.functions.push({ owner, lambda, alias, sharesAlarm });
    if (!isFunction(alias)) throw new Error(`${alias.node.path} has no role.`);
    return alias;
  }

  /** Adds the alarms that roll back, and the deployment group of each function. To be called once all functions exist. */
  deployFunctions(api: HttpApi): void {
    const application = new LambdaApplication(this, 'Application');
    const role = this.deployingRole();
    const deploymentConfig = LambdaDeploymentConfig.fromLambdaDeploymentConfigName(
      this,
      'Pace',
      `CodeDeployDefault.Lambda${this.props.pace}`,
    );
    const responses = watchResponses(this, api);
    for (const [{ owner, alias }, errors] of this.watchFunctions()) {
      const alarms = [responses, errors];
      new LambdaDeploymentGroup(owner, 'Deployment', { application, alias, alarms, deploymentConfig, role });
      if (this.props.urgent) moveAtOnce(alias);
    }
  }

  /** Returns each function with its alarm. */
  private watchFunctions(): readonly (readonly [LiveFunction, Alarm])[] {
    const alone = this.functions.filter(({ sharesAlarm }) => !sharesAlarm);
    const sharing = this.functions.filter(({ sharesAlarm }) => sharesAlarm);
    const parts = Array.from({ length: Math.ceil(sharing.length / METRICS_PER_ALARM) }, (_, index) =>
      sharing.slice(index * METRICS_PER_ALARM, (index + 1) * METRICS_PER_ALARM),
    );
    return [
      ...alone.map((live) => [live, watchNewVersion(this, watched(live))] as const),
      ...parts.flatMap((part, index) => {
        const alarm = watchNewVersions(this, `RouteErrors${index + 1}`, part.map(watched));
        return part.map((live) => [live, alarm] as const);
      }),
    ];
  }

  /**
   * What CodeDeploy needs for functions without hooks: a part of the managed policy AWSCodeDeployRoleForLambdaLimited
   * (https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html), for the
   * functions of this stack, whose names CloudFormation begins with that of the stack.
   */
  private deployingRole(): IRole {
    const stack = Stack.of(this);
    const functions = stack.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${stack.stackName}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: 'What CodeDeploy may do: move the aliases of functions',
      inlinePolicies: {
        Permissions: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
              resources: [functions],
            }),
            new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
          ],
        }),
      },
    });
    Validations.of(role).acknowledge(
      {
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'cloudwatch:DescribeAlarms: CodeDeploy asks for the alarms of a deployment in one call.',
      },
      {
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${stack.stackName}-*]`,
        reason: 'All functions of the stack. Their ARNs would be more than an inline policy holds.',
      },
    );
    // The deployment groups would attach the managed policy, which is for all functions of the account.
    return role.withoutPolicyUpdates();
  }
}

const watched = ({ owner, lambda }: LiveFunction): WatchedFunction => ({
  id: owner.node.id,
  lambda,
  aliasName: LIVE,
});

/** The class declares optional members as possibly undefined, which the interface does not allow. An alias has its function's role. */
const isFunction = (alias: Alias): alias is Alias & IFunction => alias.role !== undefined;

/** Has CloudFormation move the alias itself. */
function moveAtOnce({ node }: Alias): void {
  if (!CfnResource.isCfnResource(node.defaultChild)) throw new Error(`${node.path} has no resource.`);
  delete node.defaultChild.cfnOptions.updatePolicy;
}
