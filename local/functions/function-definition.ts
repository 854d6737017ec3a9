/** A function of the template, ready to run: its bundle on disk, its limits and its environment. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Assembly } from '../template/assembly.ts';
import type { Resource } from '../template/inventory.ts';
import { functionArn } from '../template/names.ts';
import { StartProblem } from '../template/problem.ts';
import { type FunctionEndpoints, type FunctionEnvironment, functionEnvironment } from './function-environment.ts';

export interface FunctionDefinition extends FunctionEnvironment {
  /** The construct's path without the stack, such as `Block-BlockUser`. Names the log file. */
  readonly title: string;
  readonly name: string;
  readonly arn: string;
  readonly logicalId: string;
  /** The bundle's entry file. */
  readonly file: string;
  /** The name of its export. */
  readonly handler: string;
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
  /** Whether Lambda lets it run in a loop through a queue. */
  readonly mayLoop: boolean;
}

/** Throws a `StartProblem` if the bundle is missing or a variable is blank. */
export function defineFunction(
  resource: Resource<'AWS::Lambda::Function'>,
  assembly: Assembly,
  endpoints: FunctionEndpoints,
): FunctionDefinition {
  const { properties, name, logicalId, path } = resource;
  const lastDot = properties.Handler.lastIndexOf('.');
  return {
    title: titleOf(path),
    name,
    arn: functionArn(name),
    logicalId,
    file: bundleOf(resource, assembly, properties.Handler.slice(0, lastDot)),
    handler: properties.Handler.slice(lastDot + 1),
    memoryMegabytes: properties.MemorySize,
    timeoutSeconds: properties.Timeout,
    mayLoop: properties.RecursiveLoop === 'Allow',
    ...functionEnvironment(resource, endpoints),
  };
}

function bundleOf(
  { properties, logicalId, path }: Resource<'AWS::Lambda::Function'>,
  assembly: Assembly,
  module: string,
): string {
  const hash = properties.Code.S3Key.replace(/\.zip$/, '');
  const folder = assembly.assetPath(hash);
  if (folder === undefined) throw new StartProblem(`${logicalId} (${path}): the assembly has no asset ${hash}.`);
  const files = ['cjs', 'mjs'].map((extension) => join(folder, `${module}.${extension}`));
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined) throw new StartProblem(`${logicalId} (${path}): there is neither ${files.join(' nor ')}.`);
  return file;
}

/** The construct's path without the stack, such as `Block-BlockUser`; a logical id stays as it is. */
export const titleOf = (path: string): string =>
  path
    .replace(/^[^/]+\//, '')
    .split('/')
    .filter((part) => part !== 'Resource' && part !== 'Function')
    .join('-');
