/**
 * The typed resources of every stack, with every reference resolved.
 *
 * This is the border between templates, which are JSON of any shape, and the rest of the local cloud, which is typed.
 * Anything that doesn't fit stops the start with the resource's logical id and construct path.
 */
import * as v from 'valibot';
import type { Assembly, AssemblyStack, TemplateResource } from './assembly.ts';
import { resolve, resolveText, type Scope, stackScope } from './intrinsics.ts';
import { isList, isObject, type Json } from './json.ts';
import { LOCAL_REGION, physicalName } from './names.ts';
import { messageOf, StartProblem } from './problem.ts';
import type { LocalAddresses } from './resource-type.ts';
import { type HostedTypeName, hostedTypes, isHostedType, typesWithoutLocalMeaning } from './resource-types.ts';

/** One hosted resource. */
export interface Resource<TType extends HostedTypeName> {
  readonly logicalId: string;
  /** The construct's path from its stack on, or the logical id if the template has no path. */
  readonly path: string;
  /** The resource's physical name. */
  readonly name: string;
  readonly properties: v.InferOutput<(typeof hostedTypes)[TType]['schema']>;
}

/** Everything to host. */
export interface Inventory {
  /** The resources of a type, in the order of the template. */
  of<TType extends HostedTypeName>(type: TType): readonly Resource<TType>[];
  /** The outputs of all stacks by their keys. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** A resource whose properties fit the schema of its type. */
interface Found extends Omit<Resource<HostedTypeName>, 'properties'> {
  readonly type: HostedTypeName;
  readonly properties: Json;
}

/** Reads the stacks in order. Throws a `StartProblem` that lists everything that can't be hosted. */
export function takeInventory(assembly: Assembly, addresses: LocalAddresses): Inventory {
  const exports = new Map<string, string>();
  const found: Found[] = [];
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
      if (Object.hasOwn(typesWithoutLocalMeaning, resource.Type) || deploymentTools.has(logicalId)) continue;
      const path = pathInStack(stack, resource.Metadata['aws:cdk:path'] ?? logicalId);
      attempt(`${logicalId} (${resource.Type}, ${path})`, () => {
        if (!isHostedType(resource.Type)) {
          throw new Error('this type is not hosted');
        }
        const { schema, ignored } = hostedTypes[resource.Type];
        const properties = withLocalUrls(resolveProperties(resource, ignored, scope), addresses);
        checkProperties(schema, properties);
        found.push({ type: resource.Type, logicalId, path, name: physicalName(stack.name, logicalId), properties });
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
  if (problems.length > 0) {
    throw new StartProblem(
      `The local cloud can't host this template:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  return {
    outputs,
    of: (type) =>
      found
        .filter((resource) => resource.type === type)
        .map((resource) => ({ ...resource, properties: v.parse(hostedTypes[type].schema, resource.properties) })),
  };
}

/** The same for each stack wherever it is in its app. */
const pathInStack = ({ path: stack }: AssemblyStack, path: string): string =>
  path.startsWith(`${stack}/`) ? path.slice(stack.lastIndexOf('/') + 1) : path;

function checkProperties(schema: v.GenericSchema<unknown, unknown>, properties: Json): void {
  const parsed = v.safeParse(schema, properties);
  if (parsed.success) return;
  throw new Error(parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'properties'}: ${issue.message}`).join('; '));
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

const AWS_URL = new RegExp(
  String.raw`https://[\w-]+\.(cloudfront\.net|auth\.${LOCAL_REGION}\.amazoncognito\.com)`,
  'g',
);

/** `value` with the URLs replaced in every string that it contains. */
function withLocalUrls(value: Json, addresses: LocalAddresses): Json {
  if (typeof value === 'string') return replaceUrls(value, addresses);
  if (isList(value)) return value.map((item) => withLocalUrls(item, addresses));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withLocalUrls(member, addresses)]));
}

const replaceUrls = (text: string, { gateway, identity }: LocalAddresses): string =>
  text.replaceAll(AWS_URL, (_url, domain: string) => (domain.startsWith('auth.') ? identity : gateway));
