/** A stack in lines that a reviewer reads: one for each resource, and for each function what it is given and may do. */
import * as v from 'valibot';
import type { Resource, SynthesizedStack } from './synthesized.ts';

/** What must never change of a resource with state: CloudFormation would replace it, or delete it one day. */
const lastingProperties: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': [
    'KeySchema',
    'AttributeDefinitions',
    'GlobalSecondaryIndexes',
    'StreamSpecification',
    'TimeToLiveSpecification',
    'SSESpecification',
    'Replicas',
  ],
  'AWS::Cognito::UserPool': [
    'DeletionProtection',
    'IssuerConfiguration',
    'UsernameAttributes',
    'UsernameConfiguration',
    'MfaConfiguration',
  ],
  'AWS::SQS::Queue': ['MessageRetentionPeriod', 'VisibilityTimeout', 'RedrivePolicy'],
  'AWS::KMS::Key': ['EnableKeyRotation'],
  'AWS::Logs::LogGroup': ['RetentionInDays'],
};

/** Parts of functions and routes, which CloudFormation may create anew under another id. The lines of functions have theirs. */
const counted: readonly string[] = [
  'AWS::ApiGatewayV2::Integration',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::IAM::Role',
  'AWS::Lambda::Function',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Version',
  'AWS::SQS::QueuePolicy',
];

/**
 * One line for each resource: type, logical id, and whether and with which properties it lasts; or for each type of
 * which only the number is of interest.
 */
export function resourceLines(stack: SynthesizedStack): readonly string[] {
  const [some = [], each = []] = [true, false].map((isCounted) =>
    stack.all().filter(([, { Type }]) => counted.includes(Type) === isCounted),
  );
  const counts = Map.groupBy(some, ([, { Type }]) => Type);
  const lines = each.map(([logicalId, { Type, Properties, DeletionPolicy }]) => {
    const lasting = lastingProperties[Type];
    if (lasting === undefined) return `${Type} ${logicalId}`;
    const properties = lasting.flatMap((name) =>
      Properties[name] === undefined ? [] : [`\n    ${name}: ${short(Properties[name])}`],
    );
    return `${Type} ${logicalId}, when deleted: ${DeletionPolicy}${properties.join('')}`;
  });
  return [...lines, ...[...counts].map(([type, ones]) => `${type}: ${ones.length}`)].sort();
}

/** JSON as it is written by hand: without quotes, and with references by name. */
const short = (part: unknown): string =>
  JSON.stringify(part, (name, value) => (name === 'Tags' ? undefined : (nameOfReference(value) ?? value)))
    .replaceAll('"', '')
    .replaceAll(/,|(?<!:):(?!:)/g, '$& ');

const Reference = v.union([
  v.pipe(
    v.strictObject({ Ref: v.string() }),
    v.transform(({ Ref }) => Ref),
  ),
  v.pipe(
    v.strictObject({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
    v.transform((reference) => reference['Fn::GetAtt'].join('.')),
  ),
]);

function nameOfReference(part: unknown): string | undefined {
  const parsed = v.safeParse(Reference, part);
  return parsed.success ? parsed.output : undefined;
}

const Statement = v.strictObject({
  Effect: v.literal('Allow'),
  Action: v.union([v.string(), v.array(v.string())]),
  Resource: v.unknown(),
  Condition: v.optional(v.unknown()),
});
const Role = v.looseObject({
  Policies: v.optional(
    v.array(
      v.object({
        PolicyName: v.string(),
        PolicyDocument: v.object({ Statement: v.array(Statement), Version: v.string() }),
      }),
    ),
    [],
  ),
  ManagedPolicyArns: v.optional(v.tuple([]), []),
});

/** One right: an action on a resource, under a condition if there is one. */
export interface Right {
  readonly action: string;
  /** Such as `BlocksTable`, `DeliveriesTable/index/due` or `SlowLaneQueue`. */
  readonly resource: string;
  readonly condition: string | undefined;
}

/** Everything that a role allows. Throws on anything else than statements that allow. */
export function rightsOfRole({ Properties }: Resource): readonly Right[] {
  const { Policies } = v.parse(Role, Properties);
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).flatMap(({ Action, Resource, Condition }) =>
    [Action].flat().flatMap((action) =>
      [Resource].flat().map((resource) => ({
        action,
        resource: resourceName(resource),
        condition: Condition === undefined ? undefined : short(Condition),
      })),
    ),
  );
}

function resourceName(resource: unknown): string {
  const text = short(resource);
  const exported = /ExportsOutputFnGetAtt(\w+Table)(Arn|StreamArn)/.exec(text);
  const index = /\/index\/(\w+)/.exec(text)?.[0] ?? '';
  if (exported) return `${exported[1]}${index}${exported[2] === 'Arn' ? '' : '/stream'}`;
  return text.replace(/\.Arn$/, '');
}

const FunctionProperties = v.looseObject({
  Code: v.object({ ZipFile: v.string() }),
  Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }),
  MemorySize: v.number(),
  Timeout: v.number(),
  Role: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }),
  ReservedConcurrentExecutions: v.optional(v.number()),
});

/** A function with its role. */
export interface ListedFunction {
  readonly logicalId: string;
  /** Such as `block/block-user`. */
  readonly handler: string;
  readonly roleId: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** All but those on its own log group. */
  readonly rights: readonly Right[];
  readonly limits: string;
}

/** The functions of the service, by handler. */
export function functionsOf(stack: SynthesizedStack): readonly ListedFunction[] {
  return stack
    .ofType('AWS::Lambda::Function')
    .map(([logicalId, { Properties }]) => {
      const { Code, Environment, MemorySize, Timeout, Role, ReservedConcurrentExecutions } = v.parse(
        FunctionProperties,
        Properties,
      );
      const [roleId] = Role['Fn::GetAtt'];
      const reserved = ReservedConcurrentExecutions === undefined ? '' : `, ${ReservedConcurrentExecutions} reserved`;
      return {
        logicalId,
        handler: Code.ZipFile.replace('// ', ''),
        roleId,
        variables: Environment.Variables,
        rights: rightsOfRole(stack.resource(roleId)).filter(({ action }) => !action.startsWith('logs:')),
        limits: `${MemorySize} MB, ${Timeout} s${reserved}`,
      };
    })
    .sort((a, b) => a.logicalId.localeCompare(b.logicalId));
}

/** What each function is given and may do, in a few lines each. Every one has the same endpoints of the SDK. */
export function functionLines(stack: SynthesizedStack): readonly string[] {
  return functionsOf(stack).map(({ logicalId, handler, variables, rights, limits }) => {
    const names = Object.keys(variables).filter((name) => !name.startsWith('AWS_ENDPOINT_URL'));
    const byResource = Map.groupBy(rights, ({ resource, condition }) =>
      condition === undefined ? resource : `${resource} where ${condition}`,
    );
    const lines = [...byResource].map(([on, some]) => `  ${some.map(({ action }) => action).join(', ')} on ${on}`);
    return [`${logicalId}: ${handler}, ${limits}`, `  ${names.sort().join(' ')}`, ...lines.sort()].join('\n');
  });
}
