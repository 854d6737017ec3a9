/** Queues, streams, roles and stacks of AWS, tried with the laboratory. */

import { DeleteStackCommand, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation';
import {
  DeleteItemCommand,
  DynamoDBServiceException,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { MIB } from '../../../contract/sizes.ts';
import { callAsRole, type Laboratory, type Seen, seenIn, sendTo } from '../laboratory/laboratory.ts';
import { MOST_RECEIVES, STREAM_RETRIES } from '../laboratory/template.ts';
import {
  type AwsProofContext,
  confirmed,
  contradicted,
  type Finding,
  foundIf,
  notShown,
  type Proof,
} from '../proof.ts';

/** Lambda polls a stream four times per second, and backs off before a retry. */
const STREAM_SECONDS = 120;
const QUEUE_SECONDS = 60;

const NOTHING_SEEN = notShown('nothing was seen: the functions of the laboratory were not called, or failed');

export const laboratoryProofs: readonly Proof[] = [
  {
    name: 'A reader may report single messages as failed: only these come again, and go to the dead letters at last',
    row: 'A function may report individual messages of a batch as failed',
    needs: 'AWS',
    async run({ laboratory }) {
      await sendTo(laboratory, laboratory.output('Messages'), 'never', 'once', 'always');
      const isDead = (one: Seen) => one.kind === 'dead letter' && one.body === 'always';
      const seen = await seenIn(laboratory, QUEUE_SECONDS, (all) => all.some(isDead));
      if (seen.length === 0) return NOTHING_SEEN;
      const times = (body: string) => seen.filter((one) => one.kind === 'message' && one.body === body).length;
      const [never, once, always] = [times('never'), times('once'), times('always')];
      return foundIf(
        never === 1 && once === 2 && always === MOST_RECEIVES && seen.some(isDead),
        `received: one that never failed ${never} times, one that failed once ${once}, one that always failed ${always} of at most ${MOST_RECEIVES}; dead letter: ${seen.some(isDead) ? 'yes' : 'no'}`,
      );
    },
  },
  {
    name: 'A filter on eventName calls a reader for INSERT only, and a failing record is given up after its retries',
    row: 'A filter may use `eventName`',
    needs: 'AWS',
    run: streamOf,
  },
  {
    name: 'Lambda ends a loop of calls through SQS after about 16 calls',
    row: 'If a function calls itself again and again through SQS, Lambda ends this loop',
    needs: 'AWS',
    run: ({ laboratory }) => loopOf(laboratory, 'Ended', (calls) => calls >= 14 && calls <= 18),
  },
  {
    name: 'A loop through SQS goes on with `RecursiveLoop: Allow`',
    row: 'If a function calls itself again and again through SQS, Lambda ends this loop',
    needs: 'AWS',
    run: ({ laboratory }) => loopOf(laboratory, 'Allowed', (calls) => calls === 25),
  },
  {
    name: 'A message may be up to 1 MiB long',
    row: 'A message may be up to 1 MiB long',
    needs: 'AWS',
    async run({ laboratory }) {
      const largest = await refusalOf(laboratory, 'x'.repeat(MIB));
      const larger = await refusalOf(laboratory, 'x'.repeat(MIB + 1));
      await seenIn(laboratory, 20, (seen) => seen.some(({ kind }) => kind === 'message'));
      return foundIf(
        largest === undefined && larger !== undefined,
        `1 MiB: ${largest ?? 'accepted'}; one byte more: ${larger ?? 'accepted'}`,
      );
    },
  },
  {
    name: 'A message with a control character is refused',
    row: 'Some characters are not allowed in messages',
    needs: 'AWS',
    async run({ laboratory }) {
      const refusal = await refusalOf(laboratory, 'a\u0001b');
      return refusal === undefined ? contradicted('U+0001 was accepted') : confirmed(refusal);
    },
  },
  {
    name: 'A write that meets a transaction is refused with TransactionConflictException',
    row: 'If a transaction is changing an item, DynamoDB refuses other writes to the item',
    needs: 'AWS',
    run: conflictOf,
  },
  {
    name: 'A role is denied what the stage does not give it, and an attribute of what it may read',
    row: 'The condition key `dynamodb:Attributes` contains the attributes that a request names',
    needs: 'AWS',
    run: rolesOf,
  },
  {
    name: 'CloudFormation refuses to delete a stack that has termination protection',
    row: 'CloudFormation refuses to delete a stack that has termination protection',
    needs: 'AWS',
    async run({ laboratory: { cloudFormation, stack: StackName } }) {
      const protect = (EnableTerminationProtection: boolean) =>
        cloudFormation.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection }));
      await protect(true);
      const refusal = await cloudFormation.send(new DeleteStackCommand({ StackName })).then(
        () => undefined,
        (error: Error) => error.name,
      );
      if (refusal === undefined) return contradicted('it is being deleted');
      await protect(false);
      return confirmed(refusal);
    },
  },
];

/** Why SQS does not take a message; undefined if it does. */
async function refusalOf({ sqs, output }: Laboratory, MessageBody: string): Promise<string | undefined> {
  return await sqs.send(new SendMessageCommand({ QueueUrl: output('Messages'), MessageBody })).then(
    () => undefined,
    (error: Error) => error.name,
  );
}

async function loopOf(
  laboratory: Laboratory,
  name: 'Ended' | 'Allowed',
  isExpected: (calls: number) => boolean,
): Promise<Finding> {
  await sendTo(laboratory, laboratory.output(`${name}Queue`), '1');
  const mostOf = (seen: readonly Seen[]) =>
    Math.max(0, ...seen.flatMap((one) => (one.kind === 'loop' && one.name === name ? one.calls : [])));
  const seen = await seenIn(laboratory, 45, (all) => mostOf(all) === 25);
  const calls = mostOf(seen);
  return calls === 0 ? NOTHING_SEEN : foundIf(isExpected(calls), `${calls} calls, of 25 without an end`);
}

async function streamOf({ laboratory }: AwsProofContext): Promise<Finding> {
  const { dynamodb, output } = laboratory;
  const TableName = output('Table');
  const keyOf = (id: string) => ({ id: { S: id } });
  for (const id of ['first', 'poison', 'last']) await dynamodb.send(new PutItemCommand({ TableName, Item: keyOf(id) }));
  const UpdateExpression = 'SET changed = :true';
  const ExpressionAttributeValues = { ':true': { BOOL: true } };
  await dynamodb.send(
    new UpdateItemCommand({ TableName, Key: keyOf('first'), UpdateExpression, ExpressionAttributeValues }),
  );
  await dynamodb.send(new DeleteItemCommand({ TableName, Key: keyOf('last') }));
  const isGivenUp = (one: Seen) => one.kind === 'given up';
  const isLast = (one: Seen) => one.kind === 'record' && one.id === 'last';
  const seen = await seenIn(laboratory, STREAM_SECONDS, (all) => all.some(isGivenUp) && all.some(isLast));
  if (seen.length === 0) return NOTHING_SEEN;
  const records = seen.flatMap((one) => (one.kind === 'record' ? one : []));
  const names = [...new Set(records.map(({ eventName }) => eventName))].join(', ');
  const poisoned = records.filter(({ id }) => id === 'poison').length;
  const condition = seen.flatMap((one) => (one.kind === 'given up' ? one.condition : [])).join(', ');
  const holds = names === 'INSERT' && poisoned > STREAM_RETRIES && condition !== '' && records.some(isLast);
  return foundIf(
    holds,
    `called for ${names || 'nothing'}; the failing record was tried ${poisoned} times with ${STREAM_RETRIES} retries, then ${condition || 'nothing was in the on-failure queue'}; the record behind it ${records.some(isLast) ? 'came' : 'did not come'}`,
  );
}

async function conflictOf({ laboratory: { dynamodb, output } }: AwsProofContext): Promise<Finding> {
  const TableName = output('Table');
  const Item = { id: { S: 'contended' } };
  const names = new Set<string>();
  const write = new PutItemCommand({ TableName, Item });
  const transaction = () => new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }] });
  for (let round = 0; round < 30 && !names.has('TransactionConflictException'); round++) {
    const results = await Promise.allSettled([
      ...Array.from({ length: 3 }, () => dynamodb.send(transaction())),
      ...Array.from({ length: 6 }, () => dynamodb.send(write)),
    ]);
    for (const result of results)
      if (result.status === 'rejected' && result.reason instanceof DynamoDBServiceException)
        names.add(result.reason.name);
  }
  const seen = [...names].join(', ') || 'no error';
  return names.has('TransactionConflictException')
    ? confirmed(seen)
    : notShown(`30 rounds of concurrent writes: ${seen}`);
}

/** The function that shows a network may read its settings and the names of its keys, never the keys. */
async function rolesOf({ connection, laboratory, networkId }: AwsProofContext): Promise<Finding> {
  const { networks, blocks } = connection.tables;
  const item = { TableName: networks, Key: { networkId: { S: networkId } } };
  const call = (command: string, input: object) => callAsRole(laboratory, command, input);
  const results = {
    'its own attributes': await call('GetItemCommand', { ...item, ProjectionExpression: 'networkId, features' }),
    'the signing keys': await call('GetItemCommand', { ...item, ProjectionExpression: 'networkId, signingKeys' }),
    'the whole item': await call('GetItemCommand', item),
    'a scan of networks': await call('ScanCommand', { TableName: networks }),
    'a write to blocks': await call('PutItemCommand', {
      TableName: blocks,
      Item: { netid_uid: { S: `${networkId}_prove` }, blocked_userId: { S: 'bob' } },
    }),
  };
  const [own, ...others] = Object.values(results);
  return foundIf(
    own === 'allowed' && others.every((result) => result === 'AccessDeniedException'),
    Object.entries(results)
      .map(([what, result]) => `${what}: ${result}`)
      .join('; '),
  );
}
