/**
 * The static site of the template: its bucket's files, served as its distribution serves them. On AWS the distribution
 * has its own host; here it serves the folder of the deployed files, and the API serves all other paths.
 */
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import type { GatewayRequest } from '../gateway/request.ts';
import { type GatewayResponse, ownResponse } from '../gateway/response.ts';
import type { HostedApp } from '../hosted-app.ts';
import type { Assembly } from '../template/assembly.ts';
import type { Inventory } from '../template/inventory.ts';
import { viewerFunctionArn } from '../template/names.ts';
import { StartProblem } from '../template/problem.ts';
import type { HeadersPolicyProperties } from '../template/site-types.ts';
import { type BucketFile, bucketFiles } from './bucket-files.ts';
import { soon } from './waiting-page.ts';

export type Site = NonNullable<ReturnType<typeof createSite>>;

/** The local cloud that hosts the site. */
interface SiteOptions {
  readonly url: string;
  /** As on the command line. */
  readonly dataFolder: string;
  readonly app: Pick<HostedApp, 'folder' | 'rewriteSiteFile'>;
}

/** The one site of the template, or undefined if it has none. Throws a `StartProblem` for what can't be hosted. */
export function createSite(inventory: Inventory, assembly: Assembly, { url, dataFolder, app }: SiteOptions) {
  const [distribution, another] = inventory.of('AWS::CloudFront::Distribution');
  if (distribution === undefined) return undefined;
  if (another !== undefined) throw new StartProblem(`${another.path}: the local cloud hosts one distribution.`);
  const folders = new Set(
    inventory
      .of('Custom::CDKBucketDeployment')
      .map(({ properties }) => folderOf(properties.DestinationBucketKeyPrefix)),
  );
  const { DefaultCacheBehavior: behavior, CustomErrorResponses: onError } = distribution.properties.DistributionConfig;
  const notFoundPage = onError?.[0].ResponsePagePath;
  const decide = viewerFunctionOf(inventory, behavior.FunctionAssociations[0].FunctionARN);
  const policyHeaders = policyHeadersOf(inventory, behavior.ResponseHeadersPolicyId);
  const bucket = bucketFiles(inventory, assembly, app, dataFolder);
  const localhost = new URL(url).host.replace('127.0.0.1', 'localhost');

  return {
    build: bucket.build,
    /** Whether the path belongs to the site. */
    serves: (path: string): boolean => isInFolder(path) || (ROOT_FILE.test(path) && isInFolder(fileAt(path))),
    async handle(request: GatewayRequest): Promise<GatewayResponse> {
      const response = await soon(request, bucket.isSlow(fileAt(request.path)), responseTo(request));
      return { ...response, headers: { ...response.headers, ...policyHeaders } };
    },
  };

  function isInFolder(path: string): boolean {
    return folders.has(folderOf(path.slice(1)));
  }

  /** The path of the file for a path; one that is redirected stays as it is. */
  function fileAt(path: string): string {
    const decision = decide('GET', path);
    return decision.kind === 'file' ? decision.path : path;
  }

  async function responseTo(request: GatewayRequest): Promise<GatewayResponse> {
    const { method, path, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return ownResponse(403, 'Forbidden');
    // Sign-in redirects to the one address that the provider knows, and a tab's storage belongs to its origin.
    if (headers['host'] === localhost) return redirect(`${url}${pathAndQuery(request)}`);
    const decision = decide(method, path);
    if (decision.kind === 'redirect') return redirect(decision.location, decision.status);
    const file = await bucket.find(keyOf(decision.path));
    if (file !== undefined) return fileResponse(file);
    const page = notFoundPage && (await bucket.find(keyOf(notFoundPage)));
    return !page ? ownResponse(404, 'Not Found') : { ...fileResponse(page), status: 404 };
  }
}

const fileResponse = ({ contentType, cacheControl, bytes }: BucketFile): GatewayResponse => ({
  status: 200,
  headers: { 'content-type': contentType, 'cache-control': cacheControl },
  body: bytes,
});

function redirect(location: string, status = 302): GatewayResponse {
  return { status, headers: { location, 'cache-control': 'no-cache' }, body: Buffer.alloc(0) };
}

/** A path that can't be decoded names no file. */
function keyOf(path: string): string {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    return '';
  }
}

/** Such as `/llms.txt`: the viewer function may have it in a folder. The API has every other path of the root. */
const ROOT_FILE = /^\/[^/]+\.\w+$/;

const folderOf = (key: string): string => key.split('/', 1)[0] ?? '';

const pathAndQuery = ({ path, query }: GatewayRequest): string => (query === '' ? path : `${path}?${query}`);

function viewerFunctionOf(inventory: Inventory, functionArn: string): ViewerFunction {
  const found = inventory.of('AWS::CloudFront::Function').find(({ name }) => viewerFunctionArn(name) === functionArn);
  if (found === undefined) throw new StartProblem(`There is no CloudFront function ${functionArn} in the template.`);
  return viewerFunction(found.properties.FunctionCode);
}

function policyHeadersOf(inventory: Inventory, id: string): Readonly<Record<string, string>> {
  const policy = inventory.of('AWS::CloudFront::ResponseHeadersPolicy').find(({ name }) => name === id);
  if (policy === undefined) throw new StartProblem(`There is no response headers policy ${id} in the template.`);
  return headersOf(policy.properties);
}

/** The function's result: the path of a file, or a redirect. */
type ViewerDecision =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string };

/** The result for a method and path. Throws if the function fails or returns anything else. */
type ViewerFunction = (method: string, uri: string) => ViewerDecision;

const Redirect = v.object({
  statusCode: v.number(),
  headers: v.object({ location: v.object({ value: v.string() }) }),
});
const Request = v.object({ uri: v.string() });
const Returned = v.pipe(v.string(), v.parseJson(), v.union([Redirect, Request]));

/** The function whose `code` defines `handler(event)`. */
export function viewerFunction(code: string): ViewerFunction {
  const handle: unknown = runInNewContext(`${code}; (event) => JSON.stringify(handler(JSON.parse(event)))`);
  if (typeof handle !== 'function') throw new Error('The CloudFront function defines no handler.');
  return (method, uri) => {
    const context = { eventType: 'viewer-request' };
    const event = { version: '1.0', context, request: { method, uri, querystring: {}, headers: {}, cookies: {} } };
    const returned = v.parse(Returned, handle(JSON.stringify(event)));
    if ('uri' in returned) return { kind: 'file', path: returned.uri };
    return { kind: 'redirect', status: returned.statusCode, location: returned.headers.location.value };
  };
}

/** Lower-case names. `Strict-Transport-Security` is left out: it has no meaning without TLS. */
export function headersOf({ ResponseHeadersPolicyConfig }: HeadersPolicyProperties): Readonly<Record<string, string>> {
  const { CustomHeadersConfig: custom, SecurityHeadersConfig: security } = ResponseHeadersPolicyConfig;
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    ...(security.FrameOptions && { 'x-frame-options': security.FrameOptions.FrameOption }),
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  };
}
