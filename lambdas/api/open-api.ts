import { getOpenApi } from '../../contract/api.ts';
import { openRoute } from '../shared/route.ts';
import document from './openapi.generated.json' with { type: 'json' };

/** GET /openapi.json: the OpenAPI document, generated from the contract by `npm run generate`. */
export const handler = openRoute(getOpenApi, async () => document);
