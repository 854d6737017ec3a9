/** The region, account, names and ARNs of local resources. */
import { createHash } from 'node:crypto';

export const LOCAL_REGION = 'us-east-1';
export const LOCAL_ACCOUNT = '000000000000';

/** Lambda's limit for function names, the shortest of the types that are hosted. */
const LONGEST_NAME = 64;

/** `arn:aws:<service>:<region>:<account>:<rest>`. */
export const arn = (service: string, rest: string): string =>
  `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${rest}`;

export const functionArn = (name: string): string => arn('lambda', `function:${name}`);
export const queueArn = (name: string): string => arn('sqs', name);
export const tableArn = (name: string): string => arn('dynamodb', `table/${name}`);
export const streamArn = (table: string): string => `${tableArn(table)}/stream/local`;
export const viewerFunctionArn = (name: string): string => arn('cloudfront', `function/${name}`);
export const scheduleArn = (name: string): string => arn('scheduler', `schedule/default/${name}`);

/** The physical name of a resource. It is the same at every start, so that tables and queues keep their data. */
export function physicalName(stack: string, logicalId: string): string {
  const name = `${stack}-${logicalId}`;
  if (name.length <= LONGEST_NAME) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST_NAME - 9)}-${digest}`;
}

/** The construct's path without the stack, such as `Block-BlockUser`; a logical id stays as it is. */
export const titleOf = (path: string): string =>
  path
    .replace(/^[^/]+\//, '')
    .split('/')
    .filter((part) => part !== 'Resource' && part !== 'Function')
    .join('-');
