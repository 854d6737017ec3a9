/** Queue messages in the form in which Lambda passes them to functions. */
import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { Json, JsonObject } from '../template/json.ts';
import { LOCAL_REGION } from '../template/names.ts';

/** One message in Lambda's form. */
export function queueRecord(message: Message, eventSourceArn: string): JsonObject {
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: { ...message.Attributes },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, attribute(value)]),
    ),
    ...(message.MD5OfMessageAttributes === undefined ? {} : { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: eventSourceArn,
    awsRegion: LOCAL_REGION,
  };
}

function attribute({ StringValue, BinaryValue, DataType = 'String' }: MessageAttributeValue): Json {
  return {
    ...(StringValue === undefined ? {} : { stringValue: StringValue }),
    ...(BinaryValue === undefined ? {} : { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
    stringListValues: [],
    binaryListValues: [],
    dataType: DataType,
  };
}
