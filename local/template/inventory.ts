/**
 * The typed resources of every stack, with every reference resolved.
 *
 * This is the border between templates, which are JSON of any shape, and the rest of the local cloud, which is typed.
 * Anything that doesn't fit stops the start with the resource's logical id and construct path.
 */
import * as v from 'valibot';
import type { Assembly, AssemblyStack, TemplateResource } from './assembly.ts';
import type { LocalAddresses } from './attributes.ts';
import { resolve, resolveText, type Scope } from './intrinsics.ts';
import type { Json } from './json.ts';
import { replaceUrls, withLocalUrls } from './local-urls.ts';
import { physicalName } from './names.ts';
import { messageOf, StartProblem } from './problem.ts';
import { type HostedTypeName, hostedTypes, typesWithoutLocalMeaning } from './resource-types.ts';
import { stackScope } from './stack-scope.ts';

/** One hosted resource. */
export interface Resource<TType extends HostedTypeName> {
  readonly logicalId: string;
  /** The construct's path, or the logical id if the template has no path. */
  readonly path: string;
  /** The resource's physical name. */
  readonly name: string;
  readonly properties: v.InferOutput<(typeof hostedTypes)[TType]['schema']>;
}

/** Everything to host, and the outputs of all stacks by their keys. */
export interface Inventory {
  readonly resources: { readonly [TType in HostedTypeName]: readonly Resource<TType>[] };
  readonly outputs: Readonly<Record<string, string>>;
}

/** Reads the stacks in order. Throws a `StartProblem` that lists everything that can't be hosted. */
export function takeInventory(assembly: Assembly, addresses: LocalAddresses): Inventory {
  const exports = new Map<string, string>();
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
      if (typesWithoutLocalMeaning.has(resource.Type) || deploymentTools.has(logicalId)) continue;
      const path = resource.Metadata['aws:cdk:path'] ?? logicalId;
      attempt(`${logicalId} (${resource.Type}, ${path})`, () => {
        if (!isHostedType(resource.Type)) {
          throw new Error('this type is not hosted; see local/template/resource-types.ts');
        }
        const name = physicalName(stack.name, logicalId);
        addResource(resources, resource.Type, { logicalId, path, name }, (ignored) =>
          withLocalUrls(resolveProperties(resource, ignored, scope), addresses),
        );
      });
    }
    for (const [key, { Value, Export }] of Object.entries(stack.template.Outputs)) {
      attempt(`output ${key}`, () => {
        const value = resolveText(Value, scope);
        if (Export !== undefined) exports.set(Export.Name, value);
        outputs[key] = replaceUrls(value, addresses);
      });
    }
  }
  if (problems.length === 0) return { resources, outputs };
  throw new StartProblem(
    `The local cloud can't host this template:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  );
}

type ResourcesByType = { readonly [TType in HostedTypeName]: Resource<TType>[] };

function addResource<TType extends HostedTypeName>(
  resources: ResourcesByType,
  type: TType,
  identity: Omit<Resource<TType>, 'properties'>,
  propertiesWithout: (ignored: readonly string[]) => Json,
): void {
  const { schema, ignored } = hostedTypes[type];
  const parsed = v.safeParse(schema, propertiesWithout(ignored));
  if (!parsed.success) {
    throw new Error(
      parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'properties'}: ${issue.message}`).join('; '),
    );
  }
  const list: Resource<TType>[] = resources[type];
  list.push({ ...identity, properties: parsed.output });
}

function resolveProperties(
  { Properties }: TemplateResource,
  ignored: readonly string[],
  scope: Scope,
): Record<string, Json> {
  const properties: Record<string, Json> = {};
  for (const [key, value] of Object.entries(Properties)) {
    if (ignored.includes(key)) continue;
    try {
      properties[key] = resolve(value, scope);
    } catch (error) {
      throw new Error(`its property ${key} can't be resolved: ${messageOf(error)}`);
    }
  }
  return properties;
}

/** The logical ids of functions behind custom resources: they run during a deployment only. */
function deploymentToolsOf({ template }: AssemblyStack): ReadonlySet<string> {
  const tokens = Object.values(template.Resources).map(({ Properties }) => v.safeParse(ServiceToken, Properties));
  return new Set(tokens.flatMap(({ success, output }) => (success ? [output.ServiceToken['Fn::GetAtt'][0]] : [])));
}

const ServiceToken = v.object({ ServiceToken: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }) });

const noResources = (): ResourcesByType => ({
  'AWS::ApiGatewayV2::Api': [],
  'AWS::ApiGatewayV2::Authorizer': [],
  'AWS::ApiGatewayV2::Integration': [],
  'AWS::ApiGatewayV2::Route': [],
  'AWS::ApiGatewayV2::Stage': [],
  'AWS::CloudFront::Distribution': [],
  'AWS::CloudFront::Function': [],
  'AWS::CloudFront::ResponseHeadersPolicy': [],
  'AWS::Cognito::UserPool': [],
  'AWS::Cognito::UserPoolClient': [],
  'AWS::Cognito::UserPoolResourceServer': [],
  'AWS::DynamoDB::GlobalTable': [],
  'AWS::IAM::Policy': [],
  'AWS::IAM::Role': [],
  'AWS::Lambda::EventSourceMapping': [],
  'AWS::Lambda::Function': [],
  'AWS::SQS::Queue': [],
  'AWS::Scheduler::Schedule': [],
  'Custom::CDKBucketDeployment': [],
});

const isHostedType = (type: string): type is HostedTypeName => Object.hasOwn(hostedTypes, type);
