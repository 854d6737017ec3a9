/**
 * Credentials from the environment, where Lambda, `sam local` and the local cloud put them.
 *
 * Bundles carry this in place of the SDK's `@aws-sdk/credential-provider-node`, which would look into files, other
 * processes and the network as well (`lib/functions/bundle.ts`).
 */

/** The SDK's provider of that name. What it provides throws where a variable is missing. */
export const defaultProvider = () => environmentCredentials;

async function environmentCredentials() {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  const { AWS_SESSION_TOKEN: sessionToken } = process.env;
  if (!accessKeyId || !secretAccessKey) throw new Error('The environment holds no AWS credentials.');
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}
