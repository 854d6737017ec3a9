/** The tables of a data stack's template, and the indexes that a service stack's template has permissions on. */
import * as v from 'valibot';

/** A table as a template declares it. Keys and indexes are compared as text, whatever they are. */
export interface TableDefinition {
  readonly type: string;
  /** What CloudFormation replaces the table for: its name, its keys and its local indexes. */
  readonly identity: string;
  /** The types of the attributes in keys, by name: `S`, `N` or `B`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly stream: string;
  /** The customer managed keys that encrypt it, as text: of other keys, functions need no permission. */
  readonly encryption: string;
  /** The attribute by which items expire; absent if they don't. */
  readonly expiry?: string;
  /** Global indexes by name: their keys and projected attributes. */
  readonly indexes: ReadonlyMap<string, string>;
}

const Index = v.looseObject({ IndexName: v.string(), KeySchema: v.unknown(), Projection: v.unknown() });
const Attribute = v.object({ AttributeName: v.string(), AttributeType: v.string() });
const Table = v.object({
  Type: v.picklist(['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table']),
  Properties: v.looseObject({
    TableName: v.optional(v.unknown()),
    KeySchema: v.unknown(),
    AttributeDefinitions: v.optional(v.array(Attribute), []),
    LocalSecondaryIndexes: v.optional(v.unknown()),
    GlobalSecondaryIndexes: v.optional(v.array(Index), []),
    StreamSpecification: v.optional(v.unknown()),
    Replicas: v.optional(v.array(v.looseObject({ SSESpecification: v.optional(v.unknown()) }))),
    TimeToLiveSpecification: v.optional(
      v.looseObject({ AttributeName: v.optional(v.string()), Enabled: v.optional(v.boolean()) }),
    ),
  }),
});
const Template = v.looseObject({ Resources: v.optional(v.record(v.string(), v.unknown()), {}) });

/** Returns the tables by logical id. Throws if the template is malformed. */
export function tablesOf(template: unknown): ReadonlyMap<string, TableDefinition> {
  const { Resources } = v.parse(Template, template);
  return new Map(
    Object.entries(Resources).flatMap(([logicalId, resource]) => {
      const table = v.safeParse(Table, resource);
      return table.success ? [[logicalId, definitionOf(table.output)] as const] : [];
    }),
  );
}

function definitionOf({ Type: type, Properties }: v.InferOutput<typeof Table>): TableDefinition {
  const { TableName, KeySchema, LocalSecondaryIndexes, StreamSpecification, TimeToLiveSpecification } = Properties;
  const keys = Properties.Replicas?.flatMap(({ SSESpecification }) => SSESpecification ?? []) ?? [];
  const { AttributeName: expiry, Enabled } = TimeToLiveSpecification ?? {};
  return {
    type,
    identity: JSON.stringify([TableName, KeySchema, LocalSecondaryIndexes]),
    attributes: new Map(Properties.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType])),
    stream: JSON.stringify(StreamSpecification ?? null),
    encryption: JSON.stringify(keys),
    ...(Enabled === true && expiry !== undefined && { expiry }),
    indexes: new Map(
      Properties.GlobalSecondaryIndexes.map((index) => [
        index.IndexName,
        JSON.stringify([index.KeySchema, index.Projection]),
      ]),
    ),
  };
}

const IndexArn = v.object({
  'Fn::Join': v.tuple([
    v.literal(''),
    v.tuple([v.object({ 'Fn::ImportValue': v.string() }), v.pipe(v.string(), v.startsWith('/index/'))]),
  ]),
});

/** Whether a template has permissions on an index of a table, given the table's logical id in the data stack. */
export function usesIndex(template: unknown, table: string, index: string): boolean {
  if (typeof template !== 'object' || template === null) return false;
  const arn = v.safeParse(IndexArn, template);
  if (arn.success) {
    const [imported, path] = arn.output['Fn::Join'][1];
    return path === `/index/${index}` && imported['Fn::ImportValue'].includes(`GetAtt${table}Arn`);
  }
  return Object.values(template).some((part) => usesIndex(part, table, index));
}
