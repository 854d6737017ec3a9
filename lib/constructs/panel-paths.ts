/** Which file a path of the panel's host stands for: a CloudFront function, which runs before a request meets the cache. */
import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** The folder of the panel in its bucket and in its URL: as on a laptop, where the API has the rest of the host. */
export const PANEL_FOLDER = 'admin';

/** `/` and `/admin` lead to the panel; `/admin/` is its page. Every other path is a file, or nothing. */
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
    comment: 'Leads to the page of the admin panel',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(code),
  });
