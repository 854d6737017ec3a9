/**
 * What is to be hosted: the typed resources of every stack, with every reference resolved.
 *
 * This is the border between templates, which are JSON of any shape, and the rest of the local cloud, which is typed.
 * Anything that doesn't fit stops the start with the resource's logical id and construct path.
 */
import * as v from 'valibot';
import type { Assembly, AssemblyStack, TemplateResource } from './assembly.ts';
import { type LocalAddresses, nameOf, namePropertyOf } from './attributes.ts';
import { resolve, resolveText, type Scope } from './intrinsics.ts';
import type { Json } from './json.ts';
import { withLocalUrls } from './local-urls.ts';
import { arn } from './names.ts';
import { messageOf, StartProblem } from './problem.ts';
import { type HostedTypeName, hostedTypes, typesWithoutLocalMeaning } from './resource-types.ts';
import { type Exports, stackScope } from './stack-scope.ts';

type PropertiesOf<TType extends HostedTypeName> = v.InferOutput<(typeof hostedTypes)[TType]['schema']>;

/** One hosted resource. */
export interface Resource<TType extends HostedTypeName> {
  readonly type: TType;
  readonly stack: string;
  readonly logicalId: string;
  /** The construct's path, or the logical id where the template has none: what a person looks for. */
  readonly path: string;
  /** The resource's physical name. */
  readonly name: string;
  readonly properties: PropertiesOf<TType>;
}

/** Hosted resources by their type. */
type ResourcesByType = { readonly [TType in HostedTypeName]: Resource<TType>[] };

/** Everything to host, and what the stacks put out. */
export interface Inventory {
  readonly resources: { readonly [TType in HostedTypeName]: readonly Resource<TType>[] };
  /** Every stack output, by its key. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Reads the stacks in order. Throws a `StartProblem` that lists everything that can't be hosted. */
export function takeInventory(assembly: Assembly, addresses: LocalAddresses): Inventory {
  const exports: Exports = new Map();
  const resources = noResources();
  const outputs: Record<string, string> = {};
  const problems: string[] = [];
  for (const stack of assembly.stacks) {
    const scope = stackScope(stack, exports, addresses);
    const deploymentTools = deploymentToolsOf(stack);
    const attempt = (what: string, run: () => void): void => {
      try {
        run();
      } catch (error) {
        problems.push(`${what} in ${stack.name}: ${messageOf(error)}`);
      }
    };
    for (const [logicalId, resource] of Object.entries(stack.template.Resources)) {
      const path = pathOf(logicalId, resource);
      attempt(`${logicalId} (${resource.Type}, ${path})`, () => {
        if (resource.Condition !== undefined && !scope.condition(resource.Condition)) return;
        if (typesWithoutLocalMeaning.has(resource.Type) || deploymentTools.has(logicalId)) return;
        if (!isHostedType(resource.Type)) {
          throw new Error('this type is not hosted; add it to local/template/resource-types.ts');
        }
        addResource(resources, resource.Type, { stack, logicalId, resource, scope, addresses });
      });
    }
    for (const [key, output] of Object.entries(stack.template.Outputs)) {
      attempt(`output ${key}`, () => {
        if (output.Condition !== undefined && !scope.condition(output.Condition)) return;
        const value = resolve(output.Value, scope);
        if (output.Export !== undefined && value !== undefined) {
          exports.set(resolveText(output.Export.Name, scope), value);
        }
        outputs[key] = resolveText(withLocalUrls(value ?? '', addresses), scope);
      });
    }
  }
  if (problems.length > 0) {
    throw new StartProblem(
      `The local cloud can't host this template:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  return { resources, outputs };
}

interface Unresolved {
  readonly stack: AssemblyStack;
  readonly logicalId: string;
  readonly resource: TemplateResource;
  readonly scope: Scope;
  readonly addresses: LocalAddresses;
}

function addResource<TType extends HostedTypeName>(
  resources: ResourcesByType,
  type: TType,
  { stack, logicalId, resource, scope, addresses }: Unresolved,
): void {
  const { schema, ignored } = hostedTypes[type];
  const properties = resolveProperties(resource, new Set(Object.keys(schema.entries)), new Set(ignored), scope);
  const parsed = v.safeParse(schema, withLocalUrls(properties, addresses));
  if (!parsed.success) {
    throw new Error(
      parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'properties'}: ${issue.message}`).join('; '),
    );
  }
  const property = namePropertyOf(type);
  const given = property === undefined ? undefined : resource.Properties[property];
  const givenName = given === undefined ? undefined : resolveText(given, scope);
  const list: Resource<TType>[] = resources[type];
  list.push({
    type,
    stack: stack.name,
    logicalId,
    path: pathOf(logicalId, resource),
    name: nameOf({ stack: stack.name, logicalId, type, givenName }),
    properties: parsed.output,
  });
}

function resolveProperties(
  resource: TemplateResource,
  known: ReadonlySet<string>,
  ignored: ReadonlySet<string>,
  scope: Scope,
): Record<string, Json> {
  const properties: Record<string, Json> = {};
  for (const [key, value] of Object.entries(resource.Properties)) {
    if (ignored.has(key)) continue;
    if (!known.has(key)) {
      throw new Error(`its property ${key} is not known here; add it to local/template/resource-types.ts`);
    }
    try {
      const resolved = resolve(value, scope);
      if (resolved !== undefined) properties[key] = resolved;
    } catch (error) {
      throw new Error(`its property ${key} can't be resolved: ${messageOf(error)}`);
    }
  }
  return properties;
}

/** Functions that work for CloudFormation while it deploys, and never again: those behind custom resources. */
function deploymentToolsOf({ template }: AssemblyStack): ReadonlySet<string> {
  const tokens = Object.values(template.Resources).map(({ Properties }) => v.safeParse(ServiceToken, Properties));
  return new Set(tokens.flatMap(({ success, output }) => (success ? [output.ServiceToken['Fn::GetAtt'][0]] : [])));
}

const ServiceToken = v.object({ ServiceToken: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }) });

const noResources = (): ResourcesByType => ({
  'AWS::CloudFront::Distribution': [],
  'AWS::CloudFront::Function': [],
  'AWS::CloudFront::ResponseHeadersPolicy': [],
  'AWS::Cognito::UserPool': [],
  'AWS::Cognito::UserPoolClient': [],
  'AWS::Cognito::UserPoolDomain': [],
  'AWS::Cognito::UserPoolResourceServer': [],
  'AWS::ApiGatewayV2::Api': [],
  'AWS::ApiGatewayV2::Authorizer': [],
  'AWS::ApiGatewayV2::Integration': [],
  'AWS::ApiGatewayV2::Route': [],
  'AWS::ApiGatewayV2::Stage': [],
  'AWS::DynamoDB::GlobalTable': [],
  'AWS::DynamoDB::Table': [],
  'AWS::Events::Rule': [],
  'AWS::Lambda::EventSourceMapping': [],
  'AWS::Lambda::Function': [],
  'AWS::SQS::Queue': [],
  'AWS::Scheduler::Schedule': [],
  'Custom::CDKBucketDeployment': [],
});

/** The ARN of a hosted function, queue or table. */
export const functionArn = (name: string): string => arn('lambda', `function:${name}`);
export const queueArn = (name: string): string => arn('sqs', name);
export const streamArn = (table: string): string => arn('dynamodb', `table/${table}/stream/local`);

const isHostedType = (type: string): type is HostedTypeName => Object.hasOwn(hostedTypes, type);

const pathOf = (logicalId: string, resource: TemplateResource): string =>
  resource.Metadata['aws:cdk:path'] ?? logicalId;
