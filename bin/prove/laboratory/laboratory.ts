/** The laboratory beside a stage: a stack of its own, which is created before the proofs and deleted after them. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  UpdateTerminationProtectionCommand,
  waitUntilStackCreateComplete,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { readStack } from '../../preflight/stacks.ts';
import { laboratoryTemplate } from './template.ts';

const MOST_SECONDS = 600;

/** Clients and names to try AWS with. */
export interface Laboratory {
  readonly cloudFormation: CloudFormationClient;
  readonly sqs: SQSClient;
  readonly lambda: LambdaClient;
  readonly dynamodb: DynamoDBClient;
  /** The name of its stack. */
  readonly stack: string;
  /** The value of one of its outputs. */
  readonly output: (name: LaboratoryOutput) => string;
}
type LaboratoryOutput = 'Evidence' | 'ReceiverUrl' | 'Messages' | 'Table' | 'EndedQueue' | 'AllowedQueue' | 'Caller';

/** Creates the stack, and waits until it is there. `roleArn`: the role of a function of the stage. */
export async function createLaboratory(region: string, stack: string, roleArn: string): Promise<Laboratory> {
  const cloudFormation = new CloudFormationClient({ region });
  await cloudFormation.send(
    new CreateStackCommand({
      StackName: stack,
      TemplateBody: JSON.stringify(laboratoryTemplate()),
      Parameters: [{ ParameterKey: 'RoleArn', ParameterValue: roleArn }],
      Capabilities: ['CAPABILITY_IAM'],
      OnFailure: 'DELETE',
    }),
  );
  await waitUntilStackCreateComplete({ client: cloudFormation, maxWaitTime: MOST_SECONDS }, { StackName: stack });
  const outputs = (await readStack(cloudFormation, stack))?.outputs;
  return {
    cloudFormation,
    sqs: new SQSClient({ region }),
    lambda: new LambdaClient({ region }),
    dynamodb: new DynamoDBClient({ region }),
    stack,
    output: (name) => {
      const value = outputs?.get(name);
      if (value === undefined) throw new Error(`the stack ${stack} has no output ${name}`);
      return value;
    },
  };
}

/** Deletes the stack if there is one, and waits until it is gone. */
export async function deleteLaboratory(client: CloudFormationClient, stack: string): Promise<void> {
  const found = await readStack(client, stack);
  if (found === undefined) return;
  // A proof that was interrupted may have left it protected.
  const unprotected = { StackName: stack, EnableTerminationProtection: false };
  if (found.isProtected) await client.send(new UpdateTerminationProtectionCommand(unprotected));
  await client.send(new DeleteStackCommand({ StackName: stack }));
  await waitUntilStackDeleteComplete({ client, maxWaitTime: MOST_SECONDS }, { StackName: stack });
}

/** What the functions of the laboratory have seen; dead letters and given up records arrive as they are. */
const Seen = v.union([
  v.object({ kind: v.literal('message'), body: v.string(), received: v.number(), batch: v.number() }),
  v.object({ kind: v.literal('record'), eventName: v.string(), id: v.string() }),
  v.object({ kind: v.literal('loop'), name: v.string(), calls: v.number() }),
  v.pipe(
    v.object({ requestContext: v.object({ condition: v.string() }) }),
    v.transform(({ requestContext }) => ({ kind: 'given up' as const, condition: requestContext.condition })),
  ),
]);
export type Seen = v.InferOutput<typeof Seen> | { readonly kind: 'dead letter'; readonly body: string };

/** Collects what was seen until `isEnough`, or for so many seconds. Nothing else reads the evidence meanwhile. */
export async function seenIn(
  { sqs, output }: Laboratory,
  seconds: number,
  isEnough: (seen: readonly Seen[]) => boolean,
): Promise<readonly Seen[]> {
  const QueueUrl = output('Evidence');
  const until = Date.now() + seconds * 1_000;
  const seen: Seen[] = [];
  while (Date.now() < until && !isEnough(seen)) {
    const asked = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 2 });
    const { Messages = [] } = await sqs.send(asked);
    for (const { Body = '', ReceiptHandle } of Messages) {
      seen.push(seenOf(Body));
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
  return seen;
}

function seenOf(body: string): Seen {
  const seen = v.safeParse(v.pipe(v.string(), v.parseJson(), Seen), body);
  return seen.success ? seen.output : { kind: 'dead letter', body };
}

/** Puts messages into a queue of the laboratory. */
export async function sendTo({ sqs }: Laboratory, QueueUrl: string, ...bodies: readonly string[]): Promise<void> {
  for (const MessageBody of bodies) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
}

const Called = v.pipe(v.string(), v.parseJson(), v.object({ ended: v.string() }));

/** How a call of DynamoDB ends that a function of the stage with this role makes: `allowed`, or the name of the error. */
export async function callAsRole({ lambda, output }: Laboratory, command: string, input: object): Promise<string> {
  const request = new InvokeCommand({
    FunctionName: output('Caller'),
    Payload: Buffer.from(JSON.stringify({ command, input })),
  });
  for (let tries = 0; ; tries++) {
    const { Payload, FunctionError } = await lambda.send(request);
    const text = Payload?.transformToString() ?? '';
    if (FunctionError === undefined) return v.parse(Called, text).ended;
    if (tries === 3) throw new Error(`the function failed: ${text.slice(0, 200)}`);
    // A role that was just changed takes some seconds.
    await sleep(5_000);
  }
}
