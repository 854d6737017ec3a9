/**
 * AWS's extension that gives functions their secrets, as far as the example asks it
 * (https://docs.aws.amazon.com/secretsmanager/latest/userguide/retrieving-secrets_lambda.html): a local cloud has no
 * Secrets Manager, so it hosts no stack of a host that uses it.
 */
import { createServer } from 'node:http';
import { listening, portOf, type Receiver } from '../../support/receivers/listening.ts';

/** The token by which the extension knows the function: that of its credentials. */
export const SESSION = 'the session of the function';

/** Answers with the text of the one secret. */
export async function startSecretsExtension(secretId: string, text: string): Promise<Receiver & { port: number }> {
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const isRight = pathname === '/secretsmanager/get' && searchParams.get('secretId') === secretId;
    const isKnown = headers['x-aws-parameters-secrets-token'] === SESSION;
    response.writeHead(isKnown ? (isRight ? 200 : 400) : 403, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown && isRight ? { ARN: secretId, SecretString: text } : { message: 'refused' }));
  });
  const running = await listening(server, 'http');
  return { ...running, port: portOf(server) };
}
