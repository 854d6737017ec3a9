/** What each function of the template may do: the statements of its role. */
import { titleOf } from '../functions/function-definition.ts';
import type { Inventory } from '../template/inventory.ts';
import { arn } from '../template/names.ts';
import { StartProblem } from '../template/problem.ts';
import type { PartitionKeys } from './dynamodb-conditions.ts';
import type { Statement } from './policy.ts';

export interface FunctionPermissions {
  /** As in the function's log, such as `Block-BlockUser`. */
  readonly title: string;
  /** The logical id of its role. */
  readonly role: string;
  /** The ARN of the session in which the function runs, as AWS reports it. */
  readonly user: string;
  readonly statements: readonly Statement[];
}

/** Everything that `enforcePermissions` needs to know of the template. It can be sent to another thread. */
export interface Permissions {
  /** By logical id. */
  readonly functions: ReadonlyMap<string, FunctionPermissions>;
  readonly partitionKeys: PartitionKeys;
}

/** Throws a `StartProblem` for a function whose role is not in the template. */
export function readPermissions({ resources }: Pick<Inventory, 'resources'>): Permissions {
  const functions = resources['AWS::Lambda::Function'].map((resource): [string, FunctionPermissions] => {
    const { logicalId, path, name, properties } = resource;
    const role = findRole({ resources }, properties.Role, `${logicalId} (${path})`);
    const user = arn('sts', `assumed-role/${role.name}/${name}`).replace(/(?<=:sts:)[^:]*/, '');
    return [logicalId, { title: titleOf(path), role: role.logicalId, user, statements: role.statements }];
  });
  return { functions: new Map(functions), partitionKeys: partitionKeysOf(resources['AWS::DynamoDB::GlobalTable']) };
}

/** A role, and what its policies allow. */
export interface RolePermissions {
  readonly logicalId: string;
  readonly name: string;
  readonly statements: readonly Statement[];
}

/** The role with this ARN. The `StartProblem` for one that is not in the template names `user`, the resource that refers to it. */
export function findRole({ resources }: Pick<Inventory, 'resources'>, roleArn: string, user: string): RolePermissions {
  const name = roleArn.replace(/^.*:role\//, '');
  const role = resources['AWS::IAM::Role'].find((candidate) => candidate.name === name);
  if (role === undefined) throw new StartProblem(`${user}: its role ${roleArn} is not in the template.`);
  const documents = [
    ...role.properties.Policies,
    ...resources['AWS::IAM::Policy'].map((policy) => policy.properties).filter(({ Roles }) => Roles.includes(name)),
  ];
  const statements = documents.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return { logicalId: role.logicalId, name, statements };
}

function partitionKeysOf(tables: Inventory['resources']['AWS::DynamoDB::GlobalTable']): PartitionKeys {
  return new Map(
    tables.flatMap(({ name, properties: { KeySchema, GlobalSecondaryIndexes = [] } }) => [
      [name, partitionKeyOf(KeySchema)] as const,
      ...GlobalSecondaryIndexes.map(
        (index) => [`${name}/${index.IndexName}`, partitionKeyOf(index.KeySchema)] as const,
      ),
    ]),
  );
}

const partitionKeyOf = (schema: readonly { readonly AttributeName: string; readonly KeyType: string }[]): string =>
  schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
