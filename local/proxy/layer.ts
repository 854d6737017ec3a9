/** The layers between a function and the emulators: what they get, what they return, and how they are chained. */

/** A call of a function to DynamoDB or SQS. */
export interface ServiceCall {
  readonly service: 'dynamodb' | 'sqs';
  /** Such as `PutItem` or `SendMessageBatch`. */
  readonly operation: string;
  /** Logical id of the calling function; undefined for a caller that is no function of the template. */
  readonly caller: string | undefined;
  /** The request's JSON. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The header `x-amzn-trace-id`, which the SDK forwards inside a function. */
  readonly trace: string | undefined;
}

/** What the caller gets: a response, or a closed connection without one. */
export type ServiceResult = ServiceResponse | { readonly kind: 'lost' };
interface ServiceResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly body: string;
}

/** The call in a request; undefined for a request that is not one of the JSON protocol. */
export function callOf(
  service: ServiceCall['service'],
  { 'x-amz-target': target, 'x-amzn-trace-id': trace }: Readonly<Record<string, unknown>>,
  body: string,
  caller: string | undefined,
): ServiceCall | undefined {
  const input = parse(body);
  if (typeof target !== 'string' || input === undefined) return undefined;
  const operation = target.slice(target.lastIndexOf('.') + 1);
  return { service, operation, caller, input, trace: typeof trace === 'string' ? trace : undefined };
}

function parse(text: string): ServiceCall['input'] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a call on: to the next layer, at last to the emulator. */
export type Forward = (call: ServiceCall) => Promise<ServiceResult>;

/** One layer. It may respond itself, change the call or the result, wait, or call `forward` not at all, once, or twice. */
export type Layer = (call: ServiceCall, forward: Forward) => Promise<ServiceResult>;

/** A call goes through the layers in their order, and then to `last`. */
export const chain = (layers: readonly Layer[], last: Forward): Forward =>
  layers.reduceRight<Forward>((next, layer) => (call) => layer(call, next), last);

const namespaces: Readonly<Record<ServiceCall['service'], string>> = {
  dynamodb: 'com.amazonaws.dynamodb.v20120810',
  sqs: 'com.amazonaws.sqs',
};

/** An error in the form in which DynamoDB and SQS return it over their JSON protocols. `name` is the error's name without a namespace, such as `AccessDeniedException`. */
export function awsError(
  service: ServiceCall['service'],
  name: string,
  message: string,
  status = 400,
): ServiceResponse {
  return { kind: 'response', status, body: JSON.stringify({ __type: `${namespaces[service]}#${name}`, message }) };
}

/** The error for a client without the credentials of this local cloud. */
export const unknownClient = (service: ServiceCall['service']): ServiceResponse =>
  awsError(service, 'UnrecognizedClientException', 'The security token included in the request is invalid.', 403);
