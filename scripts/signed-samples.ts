/** Samples of a request that a receiver signs with the secret of its webhook (docs/spec/delivery.md#signing-a-request). */
import { javaScriptText, jsonText, pythonText, shellText } from './sample-text.ts';

/** What is sent: as POST, with a JSON body. */
interface SignedCall {
  readonly url: string;
  readonly body: unknown;
}

export const signedCurl = ({ url, body }: SignedCall): string =>
  `# WEBHOOK_SECRET has the secret of the webhook, whsec_…
BODY=${shellText(jsonText(body))}
ID=$(openssl rand -hex 16)
TIMESTAMP=$(date +%s)
KEY=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -t x1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)
curl '${url}' \\
  -H "webhook-id: $ID" \\
  -H "webhook-timestamp: $TIMESTAMP" \\
  -H "webhook-signature: v1,$SIGNATURE" \\
  -H 'Content-Type: application/json' \\
  -d "$BODY"`;

export const signedJavaScript = ({ url, body }: SignedCall): string =>
  `import { createHmac, randomUUID } from 'node:crypto';

// WEBHOOK_SECRET has the secret of the webhook, whsec_…
const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const body = JSON.stringify(${javaScriptText(body)});
const id = randomUUID();
const timestamp = String(Math.floor(Date.now() / 1000));
const signature = createHmac('sha256', key).update([id, timestamp, body].join('.')).digest('base64');
const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': 'v1,' + signature,
  },
  body,
});`;

export const signedPython = ({ url, body }: SignedCall): string =>
  `import base64, hashlib, hmac, json, os, time, uuid

import requests

# WEBHOOK_SECRET has the secret of the webhook, whsec_…
key = base64.b64decode(os.environ['WEBHOOK_SECRET'].removeprefix('whsec_'))
body = json.dumps(${pythonText(body)})
id = str(uuid.uuid4())
timestamp = str(int(time.time()))
digest = hmac.new(key, f'{id}.{timestamp}.{body}'.encode(), hashlib.sha256).digest()
response = requests.post(
    '${url}',
    headers={
        'Content-Type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': 'v1,' + base64.b64encode(digest).decode(),
    },
    data=body,
    timeout=10,
)`;
