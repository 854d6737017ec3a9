/** Credentials and settings with which AWS's clients reach the emulators of one local cloud. */
import { LOCAL_REGION } from './template/names.ts';

/** Never the developer's own: a mistake must not reach a real account. The emulators check no signature. */
export interface LocalCredentials {
  /** DynamoDB Local listens on every interface, but keeps each key's data apart: without the key one finds nothing. */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The other emulators answer only to those who know it. */
  readonly sessionToken: string;
}

/** For the cloud with this secret key. A DynamoDB that it did not start may use another access key id. */
export const credentialsOf = (key: string, accessKeyId = key): LocalCredentials => ({
  accessKeyId,
  secretAccessKey: 'local',
  sessionToken: key,
});

/** Settings of an AWS client that talks to the emulator at `endpoint`. */
export const localClientSettings = (endpoint: string, credentials: LocalCredentials) => ({
  endpoint,
  region: LOCAL_REGION,
  // A copy, because the SDK adds to it.
  credentials: { ...credentials },
  maxAttempts: 3,
});

interface SignedHeaders {
  readonly authorization?: string | undefined;
}

const ACCESS_KEY_ID = /(?<=Credential=)[^/]*/;

/** The access key id with which a request is signed. */
export const accessKeyIdOf = ({ authorization = '' }: SignedHeaders): string =>
  ACCESS_KEY_ID.exec(authorization)?.[0] ?? '';

/** The header `authorization` with another key's id. An emulator may have separate data for each; it checks no signature. */
export const signedBy = (accessKeyId: string, { authorization = '' }: SignedHeaders): string =>
  authorization.replace(ACCESS_KEY_ID, accessKeyId);
