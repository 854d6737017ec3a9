/**
 * Generates files from the contract: the OpenAPI document, the API reference, the JSON Schemas of events, and the
 * client's modules: types, operations and events. And the tables of the pages about access, quotas, limits, scale and
 * cost, those of alarms in the runbook, and the examples in pages.
 *
 * `npm run generate` writes them; `npm run generate -- --check` only lists the stale ones, and fails if there are any.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { withFiles, withTables } from '../bin/prove/markdown.ts';
import { openApiDocument } from '../contract/openapi.ts';
import { alarmTables } from './alarm-tables.ts';
import { apiReference } from './api-reference.ts';
import { costTables } from './capacity/cost-tables.ts';
import { quotaTables, scaleTables } from './capacity/scale-tables.ts';
import { clientOperations, clientTypes } from './client-modules.ts';
import { clientEvents, eventJsonSchemasText } from './event-payloads.ts';
import { eventReference } from './event-reference.ts';
import { limitTables } from './limits.ts';
import { routeTables } from './routes-by-role.ts';
import { settingTables } from './settings.ts';

const textOf = (file: string): string => readFileSync(file, 'utf8');
const { version } = JSON.parse(textOf('package.json'));
const document = openApiDocument(version);
const files: Readonly<Record<string, string>> = {
  'lambdas/api/openapi.generated.json': `${JSON.stringify(document, null, 2)}\n`,
  'lambdas/webhooks/event-schemas.generated.json': eventJsonSchemasText(),
  'docs/guides/limits.md': withTables(textOf('docs/guides/limits.md'), {
    ...quotaTables(),
    ...limitTables(),
  }),
  ...apiReference(),
  ...eventReference(),
  'docs/guides/settings.md': withTables(textOf('docs/guides/settings.md'), settingTables()),
  'docs/spec/access.md': withTables(textOf('docs/spec/access.md'), routeTables()),
  'docs/guides/own-app.md': withFiles(textOf('docs/guides/own-app.md'), textOf),
  'docs/scale.md': withTables(textOf('docs/scale.md'), scaleTables()),
  'docs/cost.md': withTables(textOf('docs/cost.md'), costTables()),
  'docs/runbook.md': withTables(textOf('docs/runbook.md'), alarmTables()),
  'client/operations.generated.ts': clientOperations(),
  'client/events.generated.ts': clientEvents(),
  'client/types.generated.ts': clientTypes(),
};

const stale = Object.entries(files).filter(([path, text]) => !existsSync(path) || textOf(path) !== text);
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is stale: run npm run generate.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of stale) writeFileSync(path, text);
}
