/**
 * Bundles carry this in place of `@aws-sdk/endpoint-cache`, and the collections that it is made of
 * (`lib/functions/bundle.ts`): the client of DynamoDB constructs one, and none of its commands discovers endpoints.
 */
export class EndpointCache {}
