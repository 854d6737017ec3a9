/** Where the local cloud pretends to be, and what it calls things that CloudFormation would name. */
import { createHash } from 'node:crypto';

/** The region and account of everything local. */
export const LOCAL_REGION = 'us-east-1';
export const LOCAL_ACCOUNT = '000000000000';

/** `arn:aws:<service>:<region>:<account>:<rest>`. */
export const arn = (service: string, rest: string): string =>
  `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${rest}`;

/** The name of a resource whose template leaves it open: the same at every start, so that data stays with its table. */
export function generatedName(stack: string, logicalId: string, longest: number): string {
  const name = `${stack}-${logicalId}`;
  if (name.length <= longest) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, longest - 9)}-${digest}`;
}
