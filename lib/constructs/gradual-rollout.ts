/**
 * Gradual deployments with automatic roll-back (docs/adr/0052-roles-and-rollout.md).
 *
 * Functions whose failure users feel are called by their alias `live`. When a deployment has made a new version of one,
 * CodeDeploy moves the calls of the alias to it in steps, and back at once if an alarm goes off; CloudFormation then
 * rolls the stack back
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-updatepolicy.html), and all other
 * functions with it.
 */
import { CfnResource, Duration, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  type AlarmProps,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RolloutConfig } from '../config.ts';
import { perMinute, serverErrorRate, stageMetric } from './stage-metrics.ts';

/** The alias of every function that is deployed gradually. */
export const LIVE = 'live';
/**
 * Percent of responses with 5xx in each of two minutes, twice what API Gateway's own agreement leaves
 * (https://aws.amazon.com/api-gateway/sla/). The functions of routes turn most of their failures into such responses.
 */
const API_ERRORS = 0.1;
/** In each of two minutes: a single record that always fails is repeated less often. */
const FAILED_BATCHES = 5;
/**
 * Minutes of which one with an error is enough. FILL puts 0 in place of a value that is not there yet, so an alarm on
 * the newest minute alone would stay OK
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html).
 */
const MINUTES_WATCHED = 3;

type GradualRolloutProps = Extract<RolloutConfig, { readonly kind: 'gradual' }>;

/** A function that is deployed gradually. */
interface LiveFunction {
  readonly owner: Construct;
  readonly lambda: LambdaFunction;
  readonly alias: Alias;
  /** The id of the alarm that rolls it back. Functions may share one: an expression reads up to ten metrics. */
  readonly alarm: string;
}

export class GradualRollout extends Construct {
  private readonly props: GradualRolloutProps;
  private readonly functions: LiveFunction[] = [];

  constructor(scope: Construct, id: string, props: GradualRolloutProps) {
    super(scope, id);
    this.props = props;
  }

  /** The alias by which `owner`'s function is to be called, and through which new versions take over. */
  aliasOf(owner: Construct, lambda: LambdaFunction, alarm: string): IFunction {
    const alias = lambda.addAlias(LIVE);
    this.functions.push({ owner, lambda, alias, alarm });
    if (!isFunction(alias)) throw new Error(`${alias.node.path} has no role.`);
    return alias;
  }

  /** Adds the alarms that roll back, and each function's deployment group. Call it once all functions exist. */
  deployFunctions(api: HttpApi, stage: string): void {
    const application = new LambdaApplication(this, 'Application');
    const role = this.deployingRole();
    const pace = `CodeDeployDefault.Lambda${this.props.pace}`;
    const deploymentConfig = LambdaDeploymentConfig.fromLambdaDeploymentConfigName(this, 'Pace', pace);
    const everywhere = [this.watchResponses(api), this.watchBatches(stage)];
    for (const [id, functions] of Map.groupBy(this.functions, ({ alarm }) => alarm)) {
      const alarms = [...everywhere, this.watchNewVersions(id, functions)];
      for (const { owner, alias } of functions) {
        new LambdaDeploymentGroup(owner, 'Deployment', { application, alias, alarms, deploymentConfig, role });
        if (this.props.urgent) moveAtOnce(alias);
      }
    }
  }

  private watchResponses(api: HttpApi): Alarm {
    return this.addAlarm('ApiErrors', {
      metric: serverErrorRate(api),
      threshold: API_ERRORS,
      evaluationPeriods: 2,
      alarmDescription:
        'During a deployment, this alarm rolls the new versions back. The API responds with 5xx. In the access log, find entries whose status is 500 or more. Each entry has the routeKey and the lambdaRequestId of the request.',
    });
  }

  /** Readers and signers name what failed in their response, which is no error of the function to Lambda. */
  private watchBatches(stage: string): Alarm {
    return this.addAlarm('BatchErrors', {
      metric: stageMetric(stage, 'BatchesFailed', 'sum'),
      threshold: FAILED_BATCHES,
      evaluationPeriods: 2,
      alarmDescription:
        'During a deployment, this alarm rolls the new versions back. A reader of the stream or a signer failed with whole batches. The log groups of FanOut, RecordActivity and the signers have the errors.',
    });
  }

  private watchNewVersions(id: string, functions: readonly LiveFunction[]): Alarm {
    const metrics = Object.fromEntries(functions.map((live, index) => [`errors${index}`, errorsOfNewVersion(live)]));
    const names = functions.map(({ owner }) => owner.node.id).join(', ');
    return this.addAlarm(id, {
      metric: new MathExpression({
        expression: Object.keys(metrics)
          .map((name) => `FILL(${name}, 0)`)
          .join(' + '),
        usingMetrics: metrics,
        period: Duration.minutes(1),
        label: 'Errors of new versions',
      }),
      threshold: 1,
      evaluationPeriods: MINUTES_WATCHED,
      datapointsToAlarm: 1,
      alarmDescription: `During a deployment, this alarm rolls the new versions back. A new version of one of these functions failed: ${names}. The log group of the function has the error.`,
    });
  }

  private addAlarm(id: string, props: AlarmProps): Alarm {
    return new Alarm(this, id, { ...props, treatMissingData: TreatMissingData.NOT_BREACHING });
  }

  /**
   * What CodeDeploy needs for functions without hooks: a part of the managed policy AWSCodeDeployRoleForLambdaLimited
   * (https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html).
   */
  private deployingRole(): IRole {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: 'What CodeDeploy may do: move the aliases of functions',
      inlinePolicies: {
        Permissions: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
              resources: this.functions.flatMap(({ lambda: { functionArn } }) => [
                functionArn,
                `${functionArn}:${LIVE}`,
              ]),
            }),
            new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
          ],
        }),
      },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'cloudwatch:DescribeAlarms: CodeDeploy asks for the alarms of a deployment in one call.',
    });
    // The deployment groups would attach the managed policy, which is for all functions of the account.
    return role.withoutPolicyUpdates();
  }
}

/**
 * Of the calls that the alias has sent to the newest version
 * (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html). An alarm that an error of the version
 * before has set stays so for some minutes, and stops a deployment that begins then: repeat it.
 */
const errorsOfNewVersion = ({ lambda }: LiveFunction): IMetric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${LIVE}`,
      ExecutedVersion: lambda.currentVersion.version,
    },
    ...perMinute.sum,
  });

/** The class has members that may be undefined, which the interface forbids. An alias has its function's role. */
const isFunction = (alias: Alias): alias is Alias & IFunction => alias.role !== undefined;

/** Has CloudFormation move the alias itself. */
function moveAtOnce({ node }: Alias): void {
  if (!CfnResource.isCfnResource(node.defaultChild)) throw new Error(`${node.path} has no resource.`);
  delete node.defaultChild.cfnOptions.updatePolicy;
}
