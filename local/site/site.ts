/**
 * The static site of the template: its bucket's files, served as its distribution would serve them. The distribution has
 * the whole of its host; here it has the folder that the files are deployed to, and the API has the rest.
 */
import type { GatewayRequest } from '../gateway/request.ts';
import { type GatewayResponse, ownResponse } from '../gateway/response.ts';
import type { Assembly } from '../template/assembly.ts';
import type { Inventory } from '../template/inventory.ts';
import { StartProblem } from '../template/problem.ts';
import { type BucketFile, bucketFiles, type ContentEncoding } from './bucket-files.ts';
import { headersOf } from './response-headers.ts';
import { type ViewerFunction, viewerFunction } from './viewer-function.ts';

export interface Site {
  /** Whether the path is one of the site's. */
  serves(path: string): boolean;
  answer(request: GatewayRequest): Promise<GatewayResponse>;
}

/** The one site of the template, or undefined where it has none. Throws a `StartProblem` for what can't be hosted. */
export function createSite(inventory: Inventory, assembly: Assembly, url: string): Site | undefined {
  const [distribution, another] = inventory.resources['AWS::CloudFront::Distribution'];
  if (distribution === undefined) return undefined;
  if (another !== undefined) throw new StartProblem(`${another.path}: the local cloud hosts one distribution.`);
  const folders = new Set(
    inventory.resources['Custom::CDKBucketDeployment'].map(({ properties }) =>
      folderOf(properties.DestinationBucketKeyPrefix),
    ),
  );
  const { DefaultCacheBehavior: behavior } = distribution.properties.DistributionConfig;
  const decide = viewerFunctionOf(inventory, behavior.FunctionAssociations[0]?.FunctionARN);
  const policyHeaders = policyHeadersOf(inventory, behavior.ResponseHeadersPolicyId);
  const findFile = bucketFiles(inventory, assembly);
  const localhost = new URL(url).host.replace('127.0.0.1', 'localhost');

  return {
    serves: (path) => folders.has(folderOf(path.slice(1))),
    async answer(request) {
      const { status, headers, ...rest } = await answerOf(request);
      return { status, headers: { ...headers, ...policyHeaders }, ...rest };
    },
  };

  async function answerOf(request: GatewayRequest): Promise<GatewayResponse> {
    const { method, path, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return ownResponse(403, 'Forbidden');
    // Sign-in leads back to the one address that the provider knows, and what a tab keeps belongs to its origin.
    if (headers['host'] === localhost) return redirect(`${url}${pathAndQuery(request)}`);
    const decision = decide(method, path);
    if (decision.kind === 'redirect') return redirect(decision.location, decision.status);
    const file = await findFile(keyOf(decision.path));
    return file === undefined ? ownResponse(404, 'Not Found') : fileResponse(file, headers);
  }
}

async function fileResponse(file: BucketFile, requestHeaders: GatewayRequest['headers']): Promise<GatewayResponse> {
  const encoding = file.isCompressible ? encodingFor(requestHeaders['accept-encoding'] ?? '') : 'identity';
  const etag = encoding === 'identity' ? `"${file.etag}"` : `W/"${file.etag}"`;
  const headers = {
    'content-type': file.contentType,
    etag,
    ...(file.cacheControl === undefined ? {} : { 'cache-control': file.cacheControl }),
    ...(file.isCompressible ? { vary: 'accept-encoding' } : {}),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
  const known = (requestHeaders['if-none-match'] ?? '').includes(`"${file.etag}"`);
  if (known) return { status: 304, headers, cookies: [], body: Buffer.alloc(0) };
  return { status: 200, headers, cookies: [], body: await file.body(encoding) };
}

function encodingFor(accepted: string): ContentEncoding {
  const names = accepted.split(',').map((part) => part.trim().toLowerCase());
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity';
}

function redirect(location: string, status = 302): GatewayResponse {
  return { status, headers: { location, 'cache-control': 'no-cache' }, cookies: [], body: Buffer.alloc(0) };
}

/** A path that can't be decoded is nobody's name. */
function keyOf(path: string): string {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    return '';
  }
}

const folderOf = (key: string): string => key.split('/', 1)[0] ?? '';

const pathAndQuery = ({ path, query }: GatewayRequest): string => (query === '' ? path : `${path}?${query}`);

function viewerFunctionOf(inventory: Inventory, functionArn: string | undefined): ViewerFunction {
  if (functionArn === undefined) return (_method, path) => ({ kind: 'file', path });
  const name = functionArn.split('/').at(-1);
  const found = inventory.resources['AWS::CloudFront::Function'].find((edge) => edge.name === name);
  if (found === undefined) throw new StartProblem(`There is no CloudFront function ${functionArn} in the template.`);
  return viewerFunction(found.properties.FunctionCode);
}

function policyHeadersOf(inventory: Inventory, id: string | undefined): Readonly<Record<string, string>> {
  if (id === undefined) return {};
  const policy = inventory.resources['AWS::CloudFront::ResponseHeadersPolicy'].find(({ name }) => name === id);
  if (policy === undefined) throw new StartProblem(`There is no response headers policy ${id} in the template.`);
  return headersOf(policy.properties);
}
