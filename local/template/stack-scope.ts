/** What the intrinsic functions of one stack refer to: its resources, and the exports of the stacks before it. */
import type { AssemblyStack } from './assembly.ts';
import type { Scope } from './intrinsics.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, physicalName } from './names.ts';
import type { LocalAddresses } from './resource-type.ts';
import { valuesOfType } from './resource-types.ts';

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
