/** What the intrinsics of one stack refer to: its resources, parameters, conditions, and the exports of other stacks. */
import type { AssemblyStack, TemplateResource } from './assembly.ts';
import { attributeOf, type LocalAddresses, type NamedResource, namePropertyOf, referenceTo } from './attributes.ts';
import { resolveCondition, resolveText, type Scope } from './intrinsics.ts';
import type { Json } from './json.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from './names.ts';

/** The exports of the stacks read so far: name → value. */
export type Exports = Map<string, Json>;

/** The scope of `stack`. Names resolve lazily, so the order of resources in the template does not matter. */
export function stackScope(stack: AssemblyStack, exports: Exports, addresses: LocalAddresses): Scope {
  const { template } = stack;
  const underway = new Set<string>();

  const pseudoParameters: Readonly<Record<string, Json | undefined>> = {
    'AWS::AccountId': LOCAL_ACCOUNT,
    'AWS::NoValue': undefined,
    'AWS::Partition': 'aws',
    'AWS::Region': LOCAL_REGION,
    'AWS::StackId': `arn:aws:cloudformation:${LOCAL_REGION}:${LOCAL_ACCOUNT}:stack/${stack.name}/00000000-0000-0000-0000-000000000000`,
    'AWS::StackName': stack.name,
    'AWS::URLSuffix': 'amazonaws.com',
  };

  const named = (logicalId: string, resource: TemplateResource): NamedResource => {
    const property = namePropertyOf(resource.Type);
    const given = property === undefined ? undefined : resource.Properties[property];
    const givenName = given === undefined ? undefined : once(`${logicalId}.name`, () => resolveText(given, scope));
    return { stack: stack.name, logicalId, type: resource.Type, givenName };
  };

  function once<T>(key: string, run: () => T): T {
    if (underway.has(key)) throw new Error(`${key} refers to itself`);
    underway.add(key);
    try {
      return run();
    } finally {
      underway.delete(key);
    }
  }

  const scope: Scope = {
    reference(name) {
      if (Object.hasOwn(pseudoParameters, name)) return pseudoParameters[name];
      const resource = own(template.Resources, name);
      if (resource !== undefined) return referenceTo(named(name, resource), addresses);
      const parameter = own(template.Parameters, name);
      if (parameter?.Default !== undefined) return parameter.Default;
      throw new Error(`there is no resource or parameter with a value called ${name} in ${stack.name}`);
    },
    attribute(logicalId, attribute) {
      const resource = own(template.Resources, logicalId);
      if (resource === undefined) throw new Error(`there is no resource called ${logicalId} in ${stack.name}`);
      return attributeOf(named(logicalId, resource), attribute, addresses);
    },
    condition(name) {
      const condition = own(template.Conditions, name);
      if (condition === undefined) throw new Error(`there is no condition called ${name} in ${stack.name}`);
      return once(`Conditions.${name}`, () => resolveCondition(condition, scope));
    },
    importValue(name) {
      const value = exports.get(name);
      if (value === undefined) throw new Error(`no stack before ${stack.name} exports ${name}`);
      return value;
    },
    mapping(map, first, second) {
      const value = own(own(own(template.Mappings, map) ?? {}, first) ?? {}, second);
      if (value === undefined) throw new Error(`Mappings of ${stack.name} have no ${map}.${first}.${second}`);
      return value;
    },
  };
  return scope;
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
