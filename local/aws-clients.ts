/** Credentials and settings with which the local cloud's own AWS clients reach its emulators. */
import { LOCAL_REGION } from './template/names.ts';

/** Never the developer's own: a mistake must not reach a real account. The emulators accept any. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' } as const;

/** Settings of an AWS client that talks to the emulator at `endpoint`. */
export const localClientSettings = (endpoint: string) => ({
  endpoint,
  region: LOCAL_REGION,
  credentials: localCredentials,
  maxAttempts: 3,
});
