import { getHealth } from '../../contract/api.ts';
import { openRoute } from '../shared/route.ts';

/** GET /health: responds while the API is up. */
export const handler = openRoute(getHealth, async () => ({ status: 'ok' as const }));
