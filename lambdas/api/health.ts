import { getHealth } from '../../contract/api.ts';
import { openRoute } from '../shared/route.ts';

/** GET /health: answers while the API takes requests. */
export const handler = openRoute(getHealth, async () => ({ status: 'ok' as const }));
