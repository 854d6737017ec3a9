/** A Lambda function with its own bundle and role. */
import { Duration, type RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { endpointVariables } from '../../contract/function-environment.ts';
import type { MetricScope } from '../../contract/metrics.ts';
import type { LogRetentionDays, StageConfig } from '../config.ts';
import type { Handler } from '../functions/handlers.ts';
import type { GradualRollout } from './gradual-rollout.ts';
import { given, may, type Use } from './uses.ts';

/** Returns a handler's code: its bundle in the app, a fixture in unit tests. */
export type HandlerCode = (handler: Handler) => Code;

/** What all functions of a stage share. */
export interface FunctionDefaults {
  readonly architecture: StageConfig['architecture'];
  readonly code: HandlerCode;
  readonly logs: LogSettings;
  /** Of the metrics that functions write; undefined in a stage without alarms that read them. */
  readonly metricsNamespace: string | undefined;
  readonly metricsScope: MetricScope;
  /** Whether functions send traces to AWS X-Ray. */
  readonly tracing: boolean;
  /** Absent in a stage whose functions change at once. */
  readonly rollout: GradualRollout | undefined;
}

/** A network that functions are in. */
export interface FunctionNetwork {
  readonly vpc: IVpc;
  readonly subnets: SubnetSelection;
  readonly securityGroup: ISecurityGroup;
  /** Lets Lambda connect the function of a role to the network. The function must depend on what is returned. */
  connect(role: Role): Construct;
}

/** How long logs are stored, and whether they outlive their stack. */
export interface LogSettings {
  readonly retention: LogRetentionDays;
  readonly removalPolicy: RemovalPolicy;
}

export interface ServiceFunctionProps {
  readonly defaults: FunctionDefaults;
  readonly handler: Handler;
  readonly description: string;
  /** MB. */
  readonly memory: number;
  readonly timeoutSeconds: number;
  /** A log group that it shares with others; its own by default. */
  readonly logGroup?: LogGroup | undefined;
  /** Everything that it works with. It has no other rights, and no other variables of its own. */
  readonly uses: readonly Use[];
  /**
   * Whether it sends messages to the queue that it reads, on purpose. Lambda ends such a chain after about 16 messages
   * otherwise (https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html).
   */
  readonly loops?: boolean;
  /** Where it sends to receivers from; by default, and without any, from addresses of AWS. */
  readonly network?: FunctionNetwork | undefined;
  /** Concurrent calls reserved for this function, and its limit. By default it shares the account's. */
  readonly reservedCalls?: number | undefined;
  /**
   * The alarm that rolls back its new versions, where the stage is deployed gradually: for functions whose failure
   * users feel. Without one, the function changes at once, and rolls back with the stack.
   */
  readonly rolledBackBy?: string | undefined;
}

/** Its rights are an inline policy of its role, so that the role never exists without them. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  /** What others call: the function itself, or its alias in a stage that is deployed gradually. */
  readonly target: IFunction;
  /** Whether a stage that is deployed gradually calls it by an alias. */
  readonly canHaveAlias: boolean;
  readonly logGroup: LogGroup;
  private readonly permissions = new PolicyDocument();

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { architecture, code, metricsNamespace: METRICS_NAMESPACE, rollout, tracing } = props.defaults;
    const { network } = props;
    const METRICS_SCOPE = props.defaults.metricsScope;
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What the function ${props.handler} may do`,
      inlinePolicies: { Permissions: this.permissions },
    });
    this.logGroup = props.logGroup ?? new LogGroup(this, 'Logs', props.defaults.logs);
    this.lambda = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      handler: 'index.handler',
      code: code(props.handler),
      memorySize: props.memory,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: noEndpoints,
      ...(props.loops && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(props.reservedCalls !== undefined && { reservedConcurrentExecutions: props.reservedCalls }),
      ...(tracing && { tracing: Tracing.ACTIVE }),
      ...(network && { vpc: network.vpc, vpcSubnets: network.subnets, securityGroups: [network.securityGroup] }),
      loggingFormat: LoggingFormat.JSON,
      // Lambda's own entries of failures only, such as a time-out; by default it writes two for each call
      // (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html#monitoring-cloudwatchlogs-log-level-mapping).
      systemLogLevelV2: SystemLogLevel.WARN,
      logGroup: this.logGroup,
      // The CDK would add the permissions for traces by a policy of its own.
      role: role.withoutPolicyUpdates(),
    });
    if (network) this.lambda.node.addDependency(network.connect(role));
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Routes and mappings wait for the result, and a schedule calls again a minute later.',
    });
    const toXRay = 'The actions by which a function sends traces to X-Ray take no resource.';
    const logged =
      'Tracing is a setting of the stage; log entries have the id of their request, the delivery log each attempt.';
    Validations.of(this).acknowledge(
      ...(tracing
        ? STAR_RULES.map((id) => ({ id, reason: toXRay }))
        : [{ id: 'Serverless-LambdaTracing', reason: logged }]),
    );
    this.use(
      may(['logs:CreateLogStream', 'logs:PutLogEvents'], this.logGroup.logGroupArn),
      ...(tracing ? [may(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], '*')] : []),
      ...(METRICS_NAMESPACE === undefined ? [] : [given({ METRICS_NAMESPACE, METRICS_SCOPE })]),
      ...props.uses,
    );
    const { rolledBackBy } = props;
    this.canHaveAlias = rolledBackBy !== undefined;
    this.target =
      rollout === undefined || rolledBackBy === undefined
        ? this.lambda
        : rollout.aliasOf(this, this.lambda, rolledBackBy);
  }

  /** Lets it work with these as well. */
  use(...uses: readonly Use[]): void {
    for (const { variables, rights, acknowledged = [] } of uses) {
      Validations.of(this).acknowledge(...acknowledged);
      this.permissions.addStatements(...rights);
      for (const [name, value] of Object.entries(variables)) this.lambda.addEnvironment(name, value);
    }
  }
}

/** cdk-nag's rules against actions on any resource. */
export const STAR_RULES = ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions'] as const;

const noEndpoints = Object.fromEntries(endpointVariables.map((name) => [name, '']));
