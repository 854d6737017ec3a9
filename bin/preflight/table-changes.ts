/**
 * Changes of tables that can't be made in one deployment, or that would lose items or fail requests.
 *
 * - A table with another name, other keys or other local indexes is replaced by an empty one, and so is one with
 *   another type of an attribute ("Replacement if you edit an existing AttributeDefinition";
 *   https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html and
 *   https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html).
 * - One update creates or deletes one index, and does not wait until it is built: functions that query it before fail
 *   (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html).
 * - An index can't be changed
 *   (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-dynamodb-globaltable-globalsecondaryindex.html).
 * - The attribute of the expiry is changed by disabling it first; DynamoDB takes one such change in an hour
 *   (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html).
 */
import { type Finding, problem } from './finding.ts';
import { type TableDefinition, tablesOf, usesIndex } from './tables.ts';

/** Templates of the data and the service stack. */
export interface StageTemplates {
  readonly data: unknown;
  readonly service: unknown;
}

/** One table before and after, and what the functions use of it. */
interface TableChange {
  readonly name: string;
  readonly before: TableDefinition;
  readonly after: TableDefinition;
  readonly deployed: StageTemplates;
  readonly next: StageTemplates;
}

/** Compares what is deployed with what is to be deployed. Throws if a template is malformed. */
export function tableChanges(deployed: StageTemplates, next: StageTemplates): readonly Finding[] {
  const tables = tablesOf(next.data);
  return [...tablesOf(deployed.data)].flatMap(([name, before]) => {
    const after = tables.get(name);
    if (after === undefined) return [removed(name)];
    if (after.type !== before.type || after.identity !== before.identity) {
      return [replaced(name, 'its name, its keys, its local indexes or its type differ')];
    }
    const retyped = [...after.attributes].filter(([key, type]) => (before.attributes.get(key) ?? type) !== type);
    if (retyped.length > 0) return [replaced(name, `${retyped.map(([key]) => key).join(', ')} change their type`)];
    const change = { name, before, after, deployed, next };
    return [...streamChanges(change), ...expiryChanges(change), ...indexChanges(change)];
  });
}

/**
 * Tables whose key would change. The table has the other key before roles may use it, and after a roll-back of the
 * functions still (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html).
 */
export function keyChanges(deployed: StageTemplates, next: StageTemplates): readonly Finding[] {
  const before = tablesOf(deployed.data);
  return [...tablesOf(next.data)].flatMap(([name, { encryption }]) =>
    (before.get(name)?.encryption ?? encryption) === encryption ? [] : [otherKey(name)],
  );
}

const otherKey = (name: string): Finding =>
  problem(
    `The table ${name} would have another key (dataKey), which deployed functions may not use: every request would fail.`,
    'Set dataKey before the first deployment of a stage, and leave it.',
  );

const removed = (name: string): Finding =>
  problem(
    `The table ${name} is not in the new template: its items would be out of reach, or deleted.`,
    'Keep the table in the data stack. If nothing needs it, delete it by hand after a deployment without its functions.',
  );

const replaced = (name: string, why: string): Finding =>
  problem(
    `The table ${name} would be replaced by an empty one: ${why}.`,
    'Give an attribute of an index another name. Otherwise add a table with another logical id, write to both, copy the items, and read from the new one: one deployment each.',
  );

function streamChanges({ name, before, after }: TableChange): readonly Finding[] {
  if (before.stream === after.stream || before.stream === 'null') return [];
  return [
    problem(
      `The stream of ${name} would be replaced: records that its readers have not read would be lost.`,
      'Leave the stream as it is, and add a table with the other one.',
    ),
  ];
}

function expiryChanges({ name, before, after }: TableChange): readonly Finding[] {
  if (before.expiry === undefined || after.expiry === undefined || before.expiry === after.expiry) return [];
  return [
    problem(
      `The items of ${name} would expire by ${after.expiry} in place of ${before.expiry}, which one deployment can't change.`,
      'Deploy the table without expiry first, and with the new attribute an hour later.',
    ),
  ];
}

function indexChanges({ name, before, after, deployed, next }: TableChange): readonly Finding[] {
  const created = [...after.indexes.keys()].filter((index) => !before.indexes.has(index));
  const deleted = [...before.indexes.keys()].filter((index) => !after.indexes.has(index));
  const changed = [...after.indexes].filter(([index, is]) => (before.indexes.get(index) ?? is) !== is);
  const several = created.length + deleted.length > 1;
  return [
    ...changed.map(([index]) =>
      problem(
        `The index ${index} of ${name} has other keys or attributes, and an index can't be changed.`,
        'Create an index with another name, use that one, and delete this one: one deployment each.',
      ),
    ),
    ...(several
      ? [
          problem(
            `The table ${name} has ${created.length} new indexes and ${deleted.length} fewer: ${[...created, ...deleted].join(', ')}. One deployment can create or delete one.`,
            'Change one index in each deployment.',
          ),
        ]
      : []),
    ...created.filter((index) => usesIndex(next.service, name, index)).map((index) => usedTooEarly(name, index)),
    ...deleted.filter((index) => usesIndex(deployed.service, name, index)).map((index) => usedStill(name, index)),
  ];
}

const usedTooEarly = (name: string, index: string): Finding =>
  problem(
    `Functions use the index ${index} of ${name}, which this deployment would only begin to build.`,
    `Deploy the index without its functions, wait until it is ACTIVE (aws dynamodb describe-table --table-name … --query 'Table.GlobalSecondaryIndexes[].[IndexName,IndexStatus]'), then deploy the functions.`,
  );

const usedStill = (name: string, index: string): Finding =>
  problem(
    `The index ${index} of ${name} would be deleted while deployed functions use it.`,
    'Deploy the functions that do without it first, and delete it in the deployment after.',
  );
