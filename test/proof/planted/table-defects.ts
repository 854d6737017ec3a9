/** Planted defects of reading and writing tables. */
import type { Defect } from './defect.ts';

export const tableDefects: readonly Defect[] = [
  {
    name: 'skipped-block',
    what: 'A pagination token of the block list names the first user of the next page, so that no page has it.',
    file: 'lambdas/block/blocks-table.ts',
    original: 'const last = results.at(-1);',
    planted: 'const last = blocks.at(-1);',
    tests: ['test/proof/model/model.integration.test.ts'],
  },
  {
    name: 'unprocessed-writes',
    what: 'A batch write ignores the items that DynamoDB left unprocessed.',
    file: 'lambdas/shared/table-requests.ts',
    original: `const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: batch } }));
    return UnprocessedItems?.[TableName] ?? [];`,
    planted: `await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: batch } }));
    return [];`,
    tests: ['test/shared/table-requests.integration.test.ts'],
  },
  {
    name: 'unprocessed-reads',
    what: 'A batch read ignores unprocessed keys, so that the hide check shows content of blocked users.',
    file: 'lambdas/shared/table-requests.ts',
    original: `const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
      );
      items.push(...(Responses?.[TableName] ?? []));
      return UnprocessedKeys?.[TableName]?.Keys ?? [];`,
    planted: `const { Responses } = await client.send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
      );
      items.push(...(Responses?.[TableName] ?? []));
      return [];`,
    tests: ['test/shared/batch-get.test.ts'],
  },
  {
    name: 'late-block',
    what: 'The block list is read eventually consistently, so that a new block does not show at once.',
    file: 'lambdas/block/blocks-table.ts',
    original: `Limit: BLOCKED_USERS_PER_PAGE + 1,
        ConsistentRead: true,`,
    planted: 'Limit: BLOCKED_USERS_PER_PAGE + 1,',
    tests: ['test/block/reads-after-writes.test.ts'],
  },
  {
    name: 'change-over-another',
    what: 'A change of a webhook is written whatever was changed since it was read, so that the audit trail tells a wrong story.',
    file: 'lambdas/webhooks/webhook-changes-table.ts',
    original: "ConditionExpression: 'updatedAt = :readAt',",
    planted: "ConditionExpression: 'updatedAt >= :readAt',",
    tests: ['test/webhooks/webhook-changes.integration.test.ts'],
  },
  {
    name: 'header-in-trail',
    what: 'The audit trail has the values of custom headers.',
    file: 'lambdas/webhooks/webhook-differences.ts',
    original: "[...fields, { field: 'headers' }]",
    planted: "[...fields, { field: 'headers', to: JSON.stringify(after?.headers) }]",
    tests: ['test/audit/webhook-differences.test.ts'],
  },
  {
    name: 'deleted-webhook-read-late',
    what: 'The webhooks of a network are read eventually consistently, so that a deleted one is called again.',
    file: 'lambdas/webhooks/webhooks-table.ts',
    original: `ExpressionAttributeValues: { ':network': networkId },
        ConsistentRead: true,`,
    planted: `ExpressionAttributeValues: { ':network': networkId },`,
    tests: ['test/webhooks/list-webhooks-table.test.ts'],
  },
  {
    name: 'condition-believed',
    what: 'A failed condition is believed although the SDK repeated the write and failed because of itself.',
    file: 'lambdas/shared/table-requests.ts',
    original: 'async ({ item, isRepeated }) => isRepeated && (await isDone(item)),',
    planted: 'async ({ item, isRepeated }) => !isRepeated && (await isDone(item)),',
    tests: ['test/shared/lost-responses.integration.test.ts'],
  },
  {
    name: 'secret-in-log',
    what: 'The log entry of a malformed webhook quotes the value, which may be a secret.',
    file: 'lambdas/webhooks/webhooks-table.ts',
    original: 'const field = v.getDotPath(parsed.issues[0]);',
    planted: 'const field = parsed.issues[0].message;',
    tests: ['test/webhooks/list-webhooks-table.test.ts'],
  },
];
