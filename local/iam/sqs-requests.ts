/**
 * The permission that a request to SQS needs. A batch needs the permission of the single operation.
 *
 * AWS: "Actions, resources, and condition keys for Amazon SQS" in the Service Authorization Reference.
 */
import { queueArn } from '../template/names.ts';
import type { Requirement } from './evaluate.ts';
import { type Fields, textOf } from './request-fields.ts';

const actions: ReadonlySet<string> = new Set([
  'ChangeMessageVisibility',
  'DeleteMessage',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ReceiveMessage',
  'SendMessage',
]);

/** Undefined for an operation that isn't known here. */
export function sqsRequirements(operation: string, input: Fields): readonly Requirement[] | undefined {
  const action = operation.replace(/Batch$/, '');
  if (!actions.has(action)) return undefined;
  const name = textOf(input['QueueName'] ?? input['QueueUrl']).replace(/^.*\//, '');
  return [{ action: `sqs:${action}`, resource: queueArn(name), valuesOf: () => undefined }];
}
