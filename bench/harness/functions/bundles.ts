/** Our functions and their references, bundled with the same settings: what the two sides of a comparison load. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type OperationId, routes } from '../../../contract/routes.ts';
import { bundleFolder, bundleFunctions, bundleSettings } from '../../../lib/functions/bundle.ts';
import { handlers, routeHandlers } from '../../../lib/functions/handlers.ts';
import { routeEvent, tokenEvent } from './route-calls.ts';

/** One function beside its reference. Both are files that export `handler`. */
export interface Comparison {
  readonly name: string;
  readonly ours: string;
  readonly reference: string;
  /** What both are called with. */
  readonly event: object;
  /** The status code that both must answer with; undefined where they don't answer requests. */
  readonly status?: number;
}

const root = join(import.meta.dirname, '../../..');

/** The file of `bench/references/` that holds a route's reference, under the name of its operation. */
const referenceFiles: Record<OperationId, string> = {
  blockUser: 'block',
  unblockUser: 'block',
  listBlockedUsers: 'block',
  checkHidden: 'block',
  listActivities: 'activity',
  ingestEvents: 'events',
  listEventTypes: 'api',
  createWebhook: 'webhooks',
  listWebhooks: 'webhooks',
  showWebhook: 'webhooks',
  updateWebhook: 'webhooks',
  deleteWebhook: 'webhooks',
  revealSecret: 'webhooks',
  rotateSecret: 'webhooks',
  sendTestEvent: 'test-event',
  listDeliveries: 'deliveries',
  showDelivery: 'deliveries',
  replayDelivery: 'deliveries',
  recoverDeliveries: 'deliveries',
  listWebhookStatistics: 'statistics',
  showWebhookStatistics: 'statistics',
  showNetwork: 'network',
  getHealth: 'api',
  getOpenApi: 'api',
};

/** The routes that read or write nothing. */
export const routesWithoutTable: readonly string[] = ['listEventTypes', 'getHealth', 'getOpenApi'];

/** Bundles every route's function, the authorizer, and their references, which go into `folder`. */
export async function bundledComparisons(folder: string): Promise<readonly Comparison[]> {
  await bundleFunctions(handlers);
  const operations = Object.keys(routes).filter((name): name is OperationId => name in referenceFiles);
  const exported = [
    ...operations.map((operationId) => ({ name: operationId, file: referenceFiles[operationId] })),
    { name: 'authorizer', file: 'authorizer' },
  ];
  for (const { name, file } of exported) {
    const path = join(root, 'bench/references', `${file}.ts`);
    writeFileSync(join(folder, `${name}.js`), `export { ${name} as handler } from ${JSON.stringify(path)};`);
  }
  const entryPoints = exported.map(({ name }) => ({ in: join(folder, `${name}.js`), out: name }));
  await build({ ...bundleSettings, entryPoints, outdir: folder });

  const reference = (name: string): string => join(folder, `${name}.cjs`);
  return [
    ...operations.map((operationId) => ({
      name: operationId,
      ours: join(bundleFolder(routeHandlers[operationId]), 'index.cjs'),
      reference: reference(operationId),
      ...routeEvent(operationId),
    })),
    {
      name: 'authorizer',
      ours: join(bundleFolder('auth/authorizer'), 'index.cjs'),
      reference: reference('authorizer'),
      event: tokenEvent(),
    },
  ];
}
