/** Calls AWS without its SDK, which the functions here would have to bundle. */
const { AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN, AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_SQS } = process.env;

export const dynamodb = (operation, input) => call(AWS_ENDPOINT_URL_DYNAMODB, `DynamoDB_20120810.${operation}`, input);

export const sqs = (operation, input) => call(AWS_ENDPOINT_URL_SQS, `AmazonSQS.${operation}`, input);

async function call(url, target, input) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/20260101/us-east-1/x/aws4_request, SignedHeaders=host, Signature=x`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-security-token': AWS_SESSION_TOKEN,
      'x-amz-target': target,
    },
    body: JSON.stringify(input),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`${body.__type}: ${body.message}`);
  return body;
}
