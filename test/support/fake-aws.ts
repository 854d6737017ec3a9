/** A fake of the AWS endpoints that the scripts ask, on loopback: AWS itself is the one part that tests can't have. */
import { createServer, type IncomingMessage } from 'node:http';
import { awsClients } from '../../bin/preflight/aws.ts';
import { portOf } from './receivers/listening.ts';

/** A response: a status and a body. */
export interface FakeResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** A stack as CloudFormation describes it. */
interface FakeStack {
  readonly status?: string;
  readonly isProtected?: boolean;
  /** Outputs by key, and exported names. */
  readonly outputs?: Readonly<Record<string, string>>;
  readonly exports?: readonly string[];
  /** What it was deployed with; an empty template by default. */
  readonly template?: object | FakeResponse;
}

/** What the account has. A response in place of a value is sent as it is. */
export interface FakeAccount {
  /** Accepts requests and never responds. */
  hangs?: boolean;
  identity?: FakeResponse;
  bootstrapVersion?: string | FakeResponse | undefined;
  /** Calls at one time, and how many of them no function reserves; all of them by default. */
  concurrency?: { readonly limit: number; readonly unreserved?: number } | FakeResponse;
  /** API Gateway's throttle of the account. */
  throttle?: { readonly rateLimit: number; readonly burstLimit: number } | FakeResponse;
  /** Elastic IP addresses that it may have, and the pools of those that it has. */
  addresses?: { readonly limit: number; readonly pools: readonly string[] } | FakeResponse;
  stacks?: Readonly<Record<string, FakeStack | FakeResponse>>;
  /** Names of tables → states of their indexes, by name. */
  tables?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Export names → the stacks that import them. */
  importers?: Readonly<Record<string, readonly string[]>> | FakeResponse;
}

/** A running fake, and the environment variables that lead the SDK to it. */
export interface FakeAws {
  account: FakeAccount;
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const xml = (body: string, status = 200): FakeResponse => ({ status, type: 'text/xml', body });
const json = (body: object, status = 200): FakeResponse => ({
  status,
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify(body),
});

/** An error of a service with an XML API (STS, CloudFormation). */
export const xmlError = (code: string, message: string, status = 400): FakeResponse =>
  xml(
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
    status,
  );

/** An error of a service with a JSON API (SSM, Lambda, API Gateway). */
export const jsonError = (code: string, message: string, status = 400): FakeResponse =>
  json({ __type: code, message, Type: 'User', Message: message, code }, status);

/** Starts a fake of an account that is ready for a first deployment. */
export async function startFakeAws(): Promise<FakeAws> {
  const fake = { account: readyAccount() };
  const server = createServer((request, response) => {
    if (fake.account.hangs) return;
    void bodyOf(request).then((body) => {
      const { status, type, body: text } = respond(fake.account, request, body);
      response.writeHead(status, { 'content-type': type }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    environment: {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'fake',
      AWS_SECRET_ACCESS_KEY: 'fake',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${portOf(server)}`,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** What a script has printed, and which commands `cdk` got from it, each of which succeeds. */
export async function recorded(
  args: Parameters<typeof awsClients>[0],
  run: (tools: Recorder) => Promise<number>,
): Promise<{ readonly code: number; readonly commands: readonly string[]; readonly output: string }> {
  const [printed, commands]: [string[], string[]] = [[], []];
  const clients = awsClients(args);
  const cdk = async (words: readonly string[]) => {
    commands.push(words.join(' '));
    return 0;
  };
  const code = await run({ clients, cdk, print: (text) => void printed.push(text) });
  for (const client of Object.values(clients)) client.destroy();
  return { code, commands, output: printed.join('\n') };
}

interface Recorder {
  readonly clients: ReturnType<typeof awsClients>;
  readonly cdk: (words: readonly string[]) => Promise<number>;
  readonly print: (text: string) => void;
}

/** A bootstrapped account with a full limit of Lambda and no stacks. */
export const readyAccount = (): FakeAccount => ({
  bootstrapVersion: '6',
  concurrency: { limit: 1_000 },
  throttle: { rateLimit: 10_000, burstLimit: 5_000 },
  stacks: {},
  importers: {},
});

function respond(account: FakeAccount, { url = '', headers }: IncomingMessage, body: string): FakeResponse {
  if (url.startsWith('/2016-08-19/account-settings')) return accountSettings(account);
  if (url === '/account') return apiAccount(account);
  if (headers['x-amz-target'] === 'AmazonSSM.GetParameter') return bootstrapParameter(account);
  if (headers['x-amz-target'] === 'DynamoDB_20120810.DescribeTable') return describeTable(account, JSON.parse(body));
  const request = new URLSearchParams(body);
  switch (request.get('Action')) {
    case 'GetCallerIdentity':
      return account.identity ?? xml(IDENTITY);
    case 'DescribeStacks':
      return describeStack(account, request.get('StackName') ?? '');
    case 'GetTemplate':
      return getTemplate(account, request.get('StackName') ?? '');
    case 'ListImports':
      return listImports(account, request.get('ExportName') ?? '', Number(request.get('NextToken') ?? 0));
    case 'DescribeAccountAttributes':
      return addressLimit(account, request.get('AttributeName.1'));
    case 'DescribeAddresses':
      return elasticAddresses(account);
    default:
      return xmlError('InvalidAction', `The fake has no action ${request.get('Action')}.`);
  }
}

const IDENTITY =
  '<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>';

function addressLimit({ addresses = { limit: 5, pools: [] } }: FakeAccount, name: string | null): FakeResponse {
  if (isResponse(addresses)) return addresses;
  const value = name === 'vpc-max-elastic-ips' ? addresses.limit : 'none';
  return xml(
    `<DescribeAccountAttributesResponse><accountAttributeSet><item><attributeName>${name}</attributeName><attributeValueSet><item><attributeValue>${value}</attributeValue></item></attributeValueSet></item></accountAttributeSet></DescribeAccountAttributesResponse>`,
  );
}

function elasticAddresses({ addresses = { limit: 5, pools: [] } }: FakeAccount): FakeResponse {
  if (isResponse(addresses)) return addresses;
  const items = addresses.pools.map(
    (pool) => `<item><publicIp>192.0.2.1</publicIp><publicIpv4Pool>${pool}</publicIpv4Pool></item>`,
  );
  return xml(`<DescribeAddressesResponse><addressesSet>${items.join('')}</addressesSet></DescribeAddressesResponse>`);
}

function accountSettings({ concurrency = { limit: 1_000 } }: FakeAccount): FakeResponse {
  if (isResponse(concurrency)) return concurrency;
  const { limit, unreserved = limit } = concurrency;
  return json({ AccountLimit: { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } });
}

const apiAccount = ({ throttle = { rateLimit: 10_000, burstLimit: 5_000 } }: FakeAccount): FakeResponse =>
  isResponse(throttle) ? throttle : json({ throttleSettings: throttle });

function describeTable(
  { tables = {} }: FakeAccount,
  { TableName = '' }: { readonly TableName?: string },
): FakeResponse {
  const indexes = tables[TableName];
  if (indexes === undefined) return jsonError('ResourceNotFoundException', 'none');
  const states = Object.entries(indexes).map(([IndexName, IndexStatus]) => ({ IndexName, IndexStatus }));
  return json({ Table: { TableName, GlobalSecondaryIndexes: states } });
}

function bootstrapParameter({ bootstrapVersion }: FakeAccount): FakeResponse {
  if (bootstrapVersion === undefined) return jsonError('ParameterNotFound', 'none');
  if (typeof bootstrapVersion !== 'string') return bootstrapVersion;
  return json({ Parameter: { Name: 'version', Value: bootstrapVersion } });
}

function describeStack({ stacks = {} }: FakeAccount, name: string): FakeResponse {
  const stack = stacks[name];
  if (stack === undefined) return xmlError('ValidationError', `Stack with id ${name} does not exist`);
  if ('body' in stack) return stack;
  const outputs = [
    ...Object.entries(stack.outputs ?? {}).map(([key, value]) => member(key, value)),
    ...(stack.exports ?? []).map((exported, index) => member(`Export${index}`, 'x', exported)),
  ];
  return xml(
    `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${name}</StackName>` +
      `<StackStatus>${stack.status ?? 'CREATE_COMPLETE'}</StackStatus>` +
      `<EnableTerminationProtection>${stack.isProtected ?? false}</EnableTerminationProtection>` +
      `<Outputs>${outputs.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  );
}

function getTemplate({ stacks = {} }: FakeAccount, name: string): FakeResponse {
  const stack = stacks[name];
  if (stack === undefined || 'body' in stack) return xmlError('ValidationError', `Stack ${name} does not exist`);
  const { template = {} } = stack;
  if (isResponse(template)) return template;
  const body = JSON.stringify(template).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return xml(
    `<GetTemplateResponse><GetTemplateResult><TemplateBody>${body}</TemplateBody></GetTemplateResult></GetTemplateResponse>`,
  );
}

const member = (key: string, value: string, exported?: string): string =>
  `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue>${
    exported === undefined ? '' : `<ExportName>${exported}</ExportName>`
  }</member>`;

const IMPORTS_PER_PAGE = 1;

/** CloudFormation's pages are longer; their tokens are the numbers of the stacks before. */
function listImports({ importers = {} }: FakeAccount, name: string, start: number): FakeResponse {
  if (isResponse(importers)) return importers;
  const stacks = importers[name];
  if (stacks === undefined) return xmlError('ValidationError', `Export '${name}' is not imported by any stack.`);
  const end = start + IMPORTS_PER_PAGE;
  const members = stacks.slice(start, end).map((stack) => `<member>${stack}</member>`);
  const next = end < stacks.length ? `<NextToken>${end}</NextToken>` : '';
  return xml(
    `<ListImportsResponse><ListImportsResult><Imports>${members.join('')}</Imports>${next}</ListImportsResult></ListImportsResponse>`,
  );
}

const isResponse = <T extends object>(value: T | FakeResponse): value is FakeResponse =>
  'body' in value && 'status' in value;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
