/** How the local cloud's own clients reach its emulators. The credentials are as good as any: nothing checks them. */
import { LOCAL_REGION } from './template/names.ts';

/** Never the developer's own credentials: a mistake must not reach a real account. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' } as const;

/** Settings of an AWS client that talks to the emulator at `endpoint`. */
export const localClientSettings = (endpoint: string) => ({
  endpoint,
  region: LOCAL_REGION,
  credentials: localCredentials,
  maxAttempts: 3,
});
