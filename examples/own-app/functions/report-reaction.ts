/** Posts a reaction of the community as an event: it shows in the activity of its user, and webhooks get it. */
import { createClient } from '@social-platform-services/client';
import { createAccessToken, sendEvents } from '@social-platform-services/client/server';
import type { EventBridgeEvent } from 'aws-lambda';

interface Reaction {
  readonly postId: string;
  readonly reactionId: string;
  readonly reactionName: string;
  readonly userId: string;
}

/** The variables that `grantIngest` sets, and the port of the extension for secrets. */
const {
  SOCIAL_PLATFORM_URL: baseUrl = '',
  SOCIAL_PLATFORM_NETWORK: networkId = '',
  SOCIAL_PLATFORM_KEY_SECRET: secretId = '',
  PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: port = '2773',
} = process.env;

const client = createClient({
  baseUrl,
  token: async () =>
    await createAccessToken({ networkId, userId: 'community', role: 'server', key: await signingKey() }),
});

/** Rejects if the service refuses the event, or has not accepted it within 20 seconds. Lambda then calls this again. */
export async function handler({ id, detail }: EventBridgeEvent<'Reaction added', Reaction>): Promise<void> {
  const { postId, ...reactor } = detail;
  // EventBridge may deliver an event twice. With EventBridge's id, the service stores it once.
  const event = { id, event: 'v3.post.didAddReaction', data: { posts: [{ postId }], reactor } };
  await sendEvents(client, [event], { patienceMilliseconds: 20_000 });
}

/**
 * The signing key, which the extension caches for five minutes
 * (https://docs.aws.amazon.com/secretsmanager/latest/userguide/retrieving-secrets_lambda.html).
 */
async function signingKey(): Promise<{ readonly keyId: string; readonly secret: string }> {
  const url = `http://localhost:${port}/secretsmanager/get?secretId=${encodeURIComponent(secretId)}`;
  const headers = { 'X-Aws-Parameters-Secrets-Token': process.env['AWS_SESSION_TOKEN'] ?? '' };
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`The signing key could not be read: ${response.status} ${await response.text()}`);
  const { keyId, secret } = JSON.parse(JSON.parse(await response.text()).SecretString);
  return { keyId, secret };
}
