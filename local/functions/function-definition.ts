/** A function of the template, ready to run: its bundle on disk and the variables that Lambda would set. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpointVariables } from '../../contract/function-environment.ts';
import { localCredentials } from '../aws-clients.ts';
import type { Assembly } from '../template/assembly.ts';
import { functionArn, type Resource } from '../template/inventory.ts';
import { LOCAL_REGION } from '../template/names.ts';
import { StartProblem } from '../template/problem.ts';

/** A function, in the words of the local cloud. */
export interface FunctionDefinition {
  /** What people call it: its construct's path without the stack, such as `BlockUser`. Names its log file. */
  readonly title: string;
  readonly name: string;
  readonly arn: string;
  readonly logicalId: string;
  readonly file: string;
  readonly handler: string;
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
  readonly reservedConcurrency: number | undefined;
  /** Variables of the template, with the endpoints filled in. */
  readonly variables: Readonly<Record<string, string>>;
  /** Everything that the handler finds in `process.env`: nothing of the developer's own environment. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface Endpoints {
  readonly dynamodb: string;
  readonly sqs: string;
}

/** Throws a `StartProblem` where a bundle is missing or a variable is blank. */
export function defineFunction(
  resource: Resource<'AWS::Lambda::Function'>,
  assembly: Assembly,
  endpoints: Endpoints,
): FunctionDefinition {
  const { properties, name, logicalId, path } = resource;
  const variables = withEndpoints(properties.Environment.Variables, endpoints);
  for (const [variable, value] of Object.entries(variables)) {
    if (value === '') throw new StartProblem(`${logicalId} (${path}): its variable ${variable} is blank.`);
  }
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
    reservedConcurrency: properties.ReservedConcurrentExecutions,
    variables,
    environment: {
      ...variables,
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
      AWS_REGION: LOCAL_REGION,
      AWS_DEFAULT_REGION: LOCAL_REGION,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_FORMAT: 'JSON',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      LAMBDA_TASK_ROOT: '/var/task',
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      _HANDLER: properties.Handler,
    },
  };
}

/** The endpoint variables are declared empty, for AWS's own endpoints; they are the only ones that we fill in. */
function withEndpoints(declared: Readonly<Record<string, string>>, endpoints: Endpoints): Record<string, string> {
  const local: Record<(typeof endpointVariables)[number], string> = {
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
  };
  const variables = { ...declared };
  for (const name of endpointVariables) if (variables[name] === '') variables[name] = local[name];
  return variables;
}

function bundleOf(
  { properties, logicalId, path }: Resource<'AWS::Lambda::Function'>,
  assembly: Assembly,
  module: string,
) {
  const hash = properties.Code.S3Key.replace(/\.zip$/, '');
  const folder = assembly.assetPath(hash);
  if (folder === undefined) throw new StartProblem(`${logicalId} (${path}): the assembly has no asset ${hash}.`);
  const file = ['.mjs', '.js', '.cjs'].map((suffix) => join(folder, module + suffix)).find((name) => existsSync(name));
  if (file === undefined) throw new StartProblem(`${logicalId} (${path}): ${folder} holds no ${module}.cjs.`);
  return file;
}

function titleOf(path: string): string {
  const parts = path.split('/').slice(1);
  const telling = parts.filter((part) => part !== 'Resource' && part !== 'Function');
  return (telling.length > 0 ? telling : [path]).join('-').replaceAll(/[^\w.-]/g, '_');
}
