/**
 * Gradual deployments with automatic roll-back (docs/adr/0049-gradual-deployments.md).
 *
 * Each function is called by its alias `live`. When a deployment has made a new version of the function, CodeDeploy moves the
 * calls of the alias to it in steps, and back at once if an alarm goes off; CloudFormation then rolls the stack back
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-updatepolicy.html). All deployments share all
 * alarms, so that a failing function takes the others back with it.
 */
import { ArnFormat, CfnResource, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, type IMetric, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RolloutConfig } from '../config.ts';
import { perMinute } from './alarms.ts';

/** The name of the alias. */
export const LIVE = 'live';

/** An alarm of a metric expression reads at most ten metrics (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html). */
const METRICS_PER_ALARM = 10;
/** Responses with 5xx in each of two minutes. The functions of routes turn most of their failures into such responses. */
const API_ERRORS_PER_MINUTE = 5;

type GradualRolloutProps = Extract<RolloutConfig, { readonly kind: 'gradual' }>;

/** A function that is deployed gradually. */
interface LiveFunction {
  readonly owner: Construct;
  readonly lambda: LambdaFunction;
  readonly alias: Alias;
}

export class GradualRollout extends Construct {
  private readonly props: GradualRolloutProps;
  private readonly functions: LiveFunction[] = [];

  constructor(scope: Construct, id: string, props: GradualRolloutProps) {
    super(scope, id);
    this.props = props;
  }

  /** Returns the alias by which the function of `owner` is to be called, and through which its new versions take over. */
  aliasOf(owner: Construct, lambda: LambdaFunction): IFunction {
    const alias = lambda.addAlias(LIVE);
    this.functions.push({ owner, lambda, alias });
    if (!isFunction(alias)) throw new Error(`${alias.node.path} has no role.`);
    return alias;
  }

  /** Adds the alarms that roll back, and the deployment group of each function. To be called once all functions exist. */
  deployFunctions(api: HttpApi): void {
    const alarms = [this.watchApi(api), ...this.watchNewVersions()];
    const application = new LambdaApplication(this, 'Application');
    const role = this.deployingRole();
    const deploymentConfig = LambdaDeploymentConfig.fromLambdaDeploymentConfigName(
      this,
      'Pace',
      `CodeDeployDefault.Lambda${this.props.pace}`,
    );
    for (const { owner, alias } of this.functions) {
      new LambdaDeploymentGroup(owner, 'Deployment', { application, alias, alarms, deploymentConfig, role });
      if (this.props.urgent) moveAtOnce(alias);
    }
  }

  private watchNewVersions(): Alarm[] {
    const parts = Array.from({ length: Math.ceil(this.functions.length / METRICS_PER_ALARM) }, (_, index) =>
      this.functions.slice(index * METRICS_PER_ALARM, (index + 1) * METRICS_PER_ALARM),
    );
    return parts.map((part, index) => {
      const metrics = Object.fromEntries(part.map((live, position) => [`errors${position}`, errorsOf(live)]));
      const names = part.map(({ owner }) => owner.node.id).join(', ');
      return this.alarm(`NewVersionErrors${index + 1}`, {
        metric: new MathExpression({
          expression: Object.keys(metrics)
            .map((name) => `FILL(${name}, 0)`)
            .join(' + '),
          usingMetrics: metrics,
          period: Duration.minutes(1),
          label: 'Errors of new versions',
        }),
        atLeast: 1,
        periods: 1,
        description: `Rolls a deployment back: the new version of one of these functions failed: ${names}. Its log group has the error.`,
      });
    });
  }

  private watchApi(api: HttpApi): Alarm {
    return this.alarm('ApiErrors', {
      metric: api.metricServerError(perMinute.sum),
      atLeast: API_ERRORS_PER_MINUTE,
      periods: 2,
      description:
        'Rolls a deployment back: the API responds with 5xx. In the access logs, find the routeKey and lambdaRequestId of entries with status 500 or more.',
    });
  }

  private alarm(
    id: string,
    props: {
      readonly metric: IMetric;
      readonly atLeast: number;
      readonly periods: number;
      readonly description: string;
    },
  ): Alarm {
    return new Alarm(this, id, {
      metric: props.metric,
      threshold: props.atLeast,
      evaluationPeriods: props.periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: props.description,
    });
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

/** The errors of calls that the alias has sent to the new version (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html). */
function errorsOf({ lambda }: LiveFunction): IMetric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${LIVE}`,
      ExecutedVersion: lambda.currentVersion.version,
    },
    ...perMinute.sum,
  });
}

/** The class declares optional members as possibly undefined, which the interface does not allow. An alias has its function's role. */
const isFunction = (alias: Alias): alias is Alias & IFunction => alias.role !== undefined;

/** Has CloudFormation move the alias itself. */
function moveAtOnce({ node }: Alias): void {
  if (!CfnResource.isCfnResource(node.defaultChild)) throw new Error(`${node.path} has no resource.`);
  delete node.defaultChild.cfnOptions.updatePolicy;
}
