/** What the intrinsic functions of one stack refer to: its resources, and the exports of the stacks before it. */
import type { AssemblyStack } from './assembly.ts';
import { attributeOf, type LocalAddresses, type NamedResource, referenceTo } from './attributes.ts';
import type { Scope } from './intrinsics.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from './names.ts';

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
  const find = (logicalId: string): NamedResource => {
    const type = template.Resources[logicalId]?.Type;
    if (type === undefined) throw new Error(`there is no resource called ${logicalId} in ${stack}`);
    return { stack, logicalId, type };
  };
  return {
    reference: (name) => pseudoParameters[name] ?? referenceTo(find(name), addresses),
    attribute: (logicalId, attribute) => attributeOf(find(logicalId), attribute, addresses),
    importValue(name) {
      const value = exports.get(name);
      if (value === undefined) throw new Error(`no stack before ${stack} exports ${name}`);
      return value;
    },
  };
}
