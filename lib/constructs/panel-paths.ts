/**
 * The CloudFront function that maps paths of the panel's host to files. It runs before the cache.
 *
 * CloudFront adds a default object to the root only, and a bucket behind origin access control has no index documents
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DefaultRootObject.html).
 */
import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** The folder of the panel in its bucket and in its URL. It is the same locally, where the API has the rest of the host. */
export const PANEL_FOLDER = 'admin';
/** The folder of the documentation site. */
export const DOCS_FOLDER = 'docs';

/**
 * `/` and `/admin` are redirected to the panel, and `/docs` to the documentation. `/admin/` is the panel's page, and a folder
 * below `/docs/` its index page. Every other path is that of a file.
 */
const code = `function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (uri === '/' || uri === '/${PANEL_FOLDER}' || uri === '/${DOCS_FOLDER}') {
    var folder = uri === '/${DOCS_FOLDER}' ? '${DOCS_FOLDER}' : '${PANEL_FOLDER}';
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/' + folder + '/' } } };
  }
  if (uri === '/${PANEL_FOLDER}/' || /^\\/${DOCS_FOLDER}\\/(.*\\/)?$/.test(uri)) request.uri = uri + 'index.html';
  return request;
}`;

export const panelPaths = (scope: Construct, id: string): EdgeFunction =>
  new EdgeFunction(scope, id, {
    comment: 'Maps paths to the files of the admin panel and the documentation',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(code),
  });
