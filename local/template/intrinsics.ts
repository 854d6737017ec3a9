/**
 * CloudFormation's intrinsic functions, as far as our templates use them: Ref, Fn::GetAtt, Fn::ImportValue, Fn::Join
 * and Fn::Sub. What can't be resolved is an error, never an empty string.
 */
import * as v from 'valibot';
import type { AssemblyStack } from './assembly.ts';
import { AnyJson, isList, isObject, type Json } from './json.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, physicalName } from './names.ts';
import type { LocalAddresses } from './resource-type.ts';
import { valuesOfType } from './resource-types.ts';

/** What the functions refer to. Every method throws an error that names what is missing. */
export interface Scope {
  /** `Ref` to a resource or pseudo parameter. */
  reference(name: string): string;
  attribute(logicalId: string, attribute: string): string;
  importValue(exportName: string): string;
}

type Intrinsic = (argument: Json, scope: Scope) => string;

/** `value` with every intrinsic function replaced by its result. */
export function resolve(value: Json, scope: Scope): Json {
  if (isList(value)) return value.map((item) => resolve(item, scope));
  if (!isObject(value)) return value;
  const [[key, argument] = ['', null], ...more] = Object.entries(value);
  if (more.length > 0 || !(key === 'Ref' || key.startsWith('Fn::'))) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member, scope)]));
  }
  const intrinsic = intrinsics.get(key);
  if (intrinsic === undefined) throw new Error(`${key} is not supported by the local cloud`);
  return intrinsic(argument, scope);
}

/** `value`, which must resolve to a string. */
export function resolveText(value: Json, scope: Scope): string {
  const resolved = resolve(value, scope);
  if (typeof resolved === 'string') return resolved;
  throw new Error(`${JSON.stringify(value)} does not resolve to a string`);
}

const intrinsics: ReadonlyMap<string, Intrinsic> = new Map([
  intrinsic('Ref', v.string(), (name, scope) => scope.reference(name)),
  intrinsic('Fn::GetAtt', v.strictTuple([v.string(), v.string()]), ([logicalId, attribute], scope) =>
    scope.attribute(logicalId, attribute),
  ),
  intrinsic('Fn::ImportValue', v.string(), (name, scope) => scope.importValue(name)),
  intrinsic('Fn::Join', v.strictTuple([v.string(), v.array(AnyJson)]), ([separator, items], scope) =>
    items.map((item) => resolveText(item, scope)).join(separator),
  ),
  intrinsic('Fn::Sub', v.string(), (text, scope) =>
    text.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => scope.reference(name)),
  ),
]);

function intrinsic<TSchema extends v.GenericSchema<unknown, unknown>>(
  name: string,
  schema: TSchema,
  run: (argument: v.InferOutput<TSchema>, scope: Scope) => string,
): [string, Intrinsic] {
  const checked: Intrinsic = (argument, scope) => {
    const parsed = v.safeParse(schema, argument);
    if (parsed.success) return run(parsed.output, scope);
    throw new Error(`${name} can't be used with ${JSON.stringify(argument)}`);
  };
  return [name, checked];
}

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::AccountId': LOCAL_ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::Region': LOCAL_REGION,
};

/** The scope of `stack`. `exports` has the values of the stacks that were read so far, by name. */
export function stackScope(
  { name: stack, template }: AssemblyStack,
  exports: ReadonlyMap<string, string>,
  addresses: LocalAddresses,
): Scope {
  const find = (logicalId: string) => {
    const type = template.Resources[logicalId]?.Type;
    if (type === undefined) throw new Error(`there is no resource called ${logicalId} in ${stack}`);
    return { type, name: physicalName(stack, logicalId) };
  };
  return {
    reference(logicalId) {
      const pseudoParameter = pseudoParameters[logicalId];
      if (pseudoParameter !== undefined) return pseudoParameter;
      const { type, name } = find(logicalId);
      return valuesOfType(type)?.reference?.(name, addresses) ?? name;
    },
    attribute(logicalId, attribute) {
      const { type, name } = find(logicalId);
      const value = valuesOfType(type)?.attributes?.[attribute];
      if (value === undefined) throw new Error(`${type} has no attribute ${attribute} in the local cloud`);
      return value(name, addresses);
    },
    importValue(name) {
      const value = exports.get(name);
      if (value === undefined) throw new Error(`no stack before ${stack} exports ${name}`);
      return value;
    },
  };
}
