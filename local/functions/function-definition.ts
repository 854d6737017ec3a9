/** A function of the template, ready to run: its bundle on disk, its limits, and its environment with what Lambda sets. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalCredentials } from '../aws-clients.ts';
import type { Endpoints, Variables } from '../hosted-app.ts';
import type { Assembly } from '../template/assembly.ts';
import type { Resource } from '../template/inventory.ts';
import { functionArn, LOCAL_REGION, titleOf } from '../template/names.ts';
import { StartProblem } from '../template/problem.ts';
import type { DirectAccess } from './direct-calls.ts';

export interface FunctionDefinition {
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
  /** Absent with fault injection, which is in the proxy. */
  readonly direct?: DirectAccess | undefined;
  /** The template's variables, with the emulators' endpoints filled in. */
  readonly variables: Variables;
  /** Everything that the handler finds in `process.env`: nothing of the developer's own environment. */
  readonly environment: Variables;
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
    ...environmentOf(resource, endpoints),
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

/** Where the emulators are, and where functions reach them: through the proxy. */
export interface FunctionEndpoints {
  readonly emulators: Endpoints;
  readonly proxy: Endpoints;
  /** The URL that takes mails in place of Amazon SES. */
  readonly mail: string;
  /** Those with which they answer. */
  readonly credentials: LocalCredentials;
  /** Changes the template's variables for the app. */
  readonly rewriteVariables?: (variables: Variables) => Variables;
  /** The URL that takes events in place of Amazon EventBridge. */
  readonly events: string;
}

function environmentOf(
  { properties, name, logicalId, path }: Resource<'AWS::Lambda::Function'>,
  { emulators, proxy, mail, events, credentials, rewriteVariables = (variables) => variables }: FunctionEndpoints,
) {
  const endpoints = {
    AWS_ENDPOINT_URL_DYNAMODB: emulators.dynamodb,
    AWS_ENDPOINT_URL_SQS: emulators.sqs,
    AWS_ENDPOINT_URL_SESV2: mail,
    AWS_ENDPOINT_URL_EVENTBRIDGE: events,
  };
  const variables = rewriteVariables(withEndpoints(properties.Environment.Variables, endpoints));
  for (const [variable, value] of Object.entries(variables)) {
    if (value === '') throw new StartProblem(`${logicalId} (${path}): its variable ${variable} is blank.`);
  }
  return {
    variables,
    environment: {
      ...throughProxy({ ...endpoints, ...variables }, emulators, proxy),
      // The proxy tells the caller by it.
      AWS_ACCESS_KEY_ID: logicalId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: credentials.sessionToken,
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

/** A template may declare these variables empty, which means AWS's own endpoints. Only these are filled in. */
function withEndpoints(
  declared: Readonly<Record<string, string>>,
  local: Readonly<Record<string, string>>,
): Record<string, string> {
  const variables = { ...declared };
  for (const [name, url] of Object.entries(local)) if (variables[name] === '') variables[name] = url;
  return variables;
}

/** Endpoints, and URLs below them such as a queue's, with the proxy in place of the emulators. */
function throughProxy(
  variables: Readonly<Record<string, string>>,
  emulators: Endpoints,
  proxy: Endpoints,
): Record<string, string> {
  const replace = (value: string, from: string, to: string): string =>
    value === from || value.startsWith(`${from}/`) ? `${to}${value.slice(from.length)}` : value;
  const replaced = Object.entries(variables).map(([name, value]) => {
    const viaDynamodb = replace(value, emulators.dynamodb, proxy.dynamodb);
    return [name, replace(viaDynamodb, emulators.sqs, proxy.sqs)];
  });
  return Object.fromEntries(replaced);
}
