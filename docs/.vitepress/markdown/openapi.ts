/** The OpenAPI document in version 3.0, at `/docs/openapi-3.0.json`; the API itself serves that of 3.1. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from 'vitepress';
import { openApi30 } from '../../../contract/openapi-3-0.ts';

const DOCUMENT = join(import.meta.dirname, '../../../lambdas/api/openapi.generated.json');

/** Writes it into the built site. */
export function writeOpenApi30({ outDir }: SiteConfig): void {
  const document = openApi30(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
  writeFileSync(join(outDir, 'openapi-3.0.json'), JSON.stringify(document));
}
