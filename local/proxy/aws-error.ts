/** Errors in the form in which DynamoDB and SQS return them over their JSON protocols. */
import type { ServiceCall, ServiceResult } from './layer.ts';

const namespaces: Readonly<Record<ServiceCall['service'], string>> = {
  dynamodb: 'com.amazonaws.dynamodb.v20120810',
  sqs: 'com.amazonaws.sqs',
};

/** `name` is the error's name without a namespace, such as `AccessDeniedException`. */
export function awsError(service: ServiceCall['service'], name: string, message: string, status = 400): ServiceResult {
  return { kind: 'response', status, body: JSON.stringify({ __type: `${namespaces[service]}#${name}`, message }) };
}
