/** The resource types of tables and queues. */
import * as v from 'valibot';
import { LOCAL_ACCOUNT, queueArn, streamArn, tableArn } from './names.ts';
import { Count, properties, type ResourceType } from './resource-type.ts';

const KeySchema = v.array(v.strictObject({ AttributeName: v.string(), KeyType: v.picklist(['HASH', 'RANGE']) }));

const TableProperties = properties({
  AttributeDefinitions: v.array(
    v.strictObject({ AttributeName: v.string(), AttributeType: v.picklist(['S', 'N', 'B']) }),
  ),
  KeySchema,
  GlobalSecondaryIndexes: v.optional(
    v.array(
      v.strictObject({
        IndexName: v.string(),
        KeySchema,
        Projection: v.strictObject({
          ProjectionType: v.picklist(['ALL', 'KEYS_ONLY', 'INCLUDE']),
          NonKeyAttributes: v.optional(v.array(v.string())),
        }),
      }),
    ),
  ),
  StreamSpecification: v.optional(v.strictObject({ StreamViewType: v.literal('NEW_IMAGE') })),
  TimeToLiveSpecification: v.optional(v.strictObject({ AttributeName: v.string(), Enabled: v.literal(true) })),
});

/** Seconds and bytes. */
const QueueProperties = properties({
  MaximumMessageSize: v.optional(Count),
  MessageRetentionPeriod: v.optional(Count),
  VisibilityTimeout: v.optional(Count),
  RedrivePolicy: v.optional(v.strictObject({ deadLetterTargetArn: v.string(), maxReceiveCount: Count })),
});
export type QueueProperties = v.InferOutput<typeof QueueProperties>;

export const dataTypes = {
  'AWS::DynamoDB::GlobalTable': {
    schema: TableProperties,
    ignored: ['BillingMode', 'Replicas', 'SSESpecification'],
    attributes: { Arn: tableArn, StreamArn: streamArn },
  },
  'AWS::SQS::Queue': {
    schema: QueueProperties,
    ignored: ['SqsManagedSseEnabled', 'Tags'],
    reference: (name, { sqs }) => `${sqs}/${LOCAL_ACCOUNT}/${name}`,
    attributes: { Arn: queueArn, QueueName: (name) => name },
  },
} as const satisfies Record<string, ResourceType>;
