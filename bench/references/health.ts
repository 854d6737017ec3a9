/** An open route that makes no call, `getHealth`, by hand. */
import { type Reference, respond } from './reference.ts';

export const handler: Reference = async () => respond(200, { status: 'ok' });
