/** The provider's keys: created once, and stored in the data folder. */
import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { readJsonFile, writeJsonFile } from '../data-folder/files.ts';

const PrivateKey = v.object({
  kty: v.literal('RSA'),
  kid: v.string(),
  ...v.entriesFromList(['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'], v.string()),
});

const IdentityKeys = v.object({
  /** Signs tokens: a private JWK for RS256. */
  signing: PrivateKey,
  /** Signs cookies. */
  cookies: v.string(),
});
export type IdentityKeys = v.InferOutput<typeof IdentityKeys>;

/** Reads the keys from the file. Creates both if there are none. */
export async function readKeys(file: string): Promise<IdentityKeys> {
  const stored = readJsonFile(file, IdentityKeys);
  if (stored !== undefined) return stored;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID() };
  const keys = v.parse(IdentityKeys, { signing: jwk, cookies: randomBytes(32).toString('base64url') });
  writeJsonFile(file, keys);
  return keys;
}
