/** What each function of the template may do: the statements of its role. */
import type { Inventory, Resource } from '../template/inventory.ts';
import { arn, titleOf } from '../template/names.ts';
import { StartProblem } from '../template/problem.ts';
import type { PartitionKeys } from './dynamodb-requests.ts';
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

/** Everything that `enforcePermissions` needs to know of the template. It can be sent to the thread of a function. */
export interface Permissions {
  /** By logical id. */
  readonly functions: ReadonlyMap<string, FunctionPermissions>;
  readonly partitionKeys: PartitionKeys;
}

/** Throws a `StartProblem` for a function whose role is not in the template. */
export function readPermissions(inventory: Pick<Inventory, 'of'>): Permissions {
  const findRole = roleFinder(inventory);
  const functions = inventory.of('AWS::Lambda::Function').map((resource): [string, FunctionPermissions] => {
    const { logicalId, path, name, properties } = resource;
    const role = findRole(properties.Role, `${logicalId} (${path})`);
    const user = arn('sts', `assumed-role/${role.name}/${name}`).replace(/(?<=:sts:)[^:]*/, '');
    return [logicalId, { title: titleOf(path), role: role.logicalId, user, statements: role.statements }];
  });
  return { functions: new Map(functions), partitionKeys: partitionKeysOf(inventory.of('AWS::DynamoDB::GlobalTable')) };
}

/** A role, and what its policies allow. */
interface RolePermissions {
  readonly logicalId: string;
  readonly name: string;
  readonly statements: readonly Statement[];
}

/** The role with an ARN. The `StartProblem` for one that is not in the template names `user`, the resource that refers to it. */
export type FindRole = (roleArn: string, user: string) => RolePermissions;

/** Finds the roles of the template. */
export function roleFinder(inventory: Pick<Inventory, 'of'>): FindRole {
  const policies = inventory.of('AWS::IAM::Policy').map(({ properties }) => properties);
  const roles = new Map(
    inventory.of('AWS::IAM::Role').map(({ logicalId, name, properties }): [string, RolePermissions] => {
      const documents = [...properties.Policies, ...policies.filter(({ Roles }) => Roles.includes(name))];
      const statements = documents.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return [name, { logicalId, name, statements }];
    }),
  );
  return (roleArn, user) => {
    const role = roles.get(roleArn.replace(/^.*:role\//, ''));
    if (role === undefined) throw new StartProblem(`${user}: its role ${roleArn} is not in the template.`);
    return role;
  };
}

function partitionKeysOf(tables: readonly Resource<'AWS::DynamoDB::GlobalTable'>[]): PartitionKeys {
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
