/** The CloudFront function that maps paths of the panel's host to files. It runs before the cache. */
import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** The folder of the panel in its bucket and in its URL. It is the same locally, where the API has the rest of the host. */
export const PANEL_FOLDER = 'admin';

/** `/` and `/admin` are redirected to the panel; `/admin/` is its page. Every other path is that of a file. */
const code = `function handler(event) {
  var request = event.request;
  if (request.uri === '/' || request.uri === '/${PANEL_FOLDER}') {
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/${PANEL_FOLDER}/' } } };
  }
  if (request.uri === '/${PANEL_FOLDER}/') request.uri = '/${PANEL_FOLDER}/index.html';
  return request;
}`;

export const panelPaths = (scope: Construct, id: string): EdgeFunction =>
  new EdgeFunction(scope, id, {
    comment: 'Maps paths to the files of the admin panel',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(code),
  });
