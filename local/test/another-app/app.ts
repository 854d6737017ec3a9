/** A CDK app that has nothing to do with ours: notes that are posted, and copied by a queue. */
import { join } from 'node:path';
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AttributeType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as LambdaFunction, Runtime, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'notes');

const notes = new TableV2(stack, 'Notes', {
  partitionKey: { name: 'id', type: AttributeType.STRING },
  dynamoStream: StreamViewType.NEW_IMAGE,
});
const deadLetters = new Queue(stack, 'DeadLetters');
const copies = new Queue(stack, 'Copies', {
  visibilityTimeout: Duration.seconds(5),
  deadLetterQueue: { queue: deadLetters, maxReceiveCount: 1 },
});

const code = Code.fromAsset(join(import.meta.dirname, 'functions'));
const define = (id: string, environment: Record<string, string> = {}) =>
  new LambdaFunction(stack, id, {
    runtime: Runtime.NODEJS_24_X,
    handler: `index.${id.toLowerCase()}`,
    timeout: Duration.seconds(5),
    code,
    environment,
  });

const authorizer = new HttpLambdaAuthorizer('Gate', define('Authorize'), {
  responseTypes: [HttpLambdaResponseType.SIMPLE],
});
const api = new HttpApi(stack, 'Api', { defaultAuthorizer: authorizer });
const route = (path: string, method: HttpMethod, handler: LambdaFunction): void => {
  api.addRoutes({ path, methods: [method], integration: new HttpLambdaIntegration(handler.node.id, handler) });
};

const save = define('Save', { TABLE: notes.tableName });
notes.grant(save, 'dynamodb:PutItem');
route('/notes/{id}', HttpMethod.PUT, save);

const read = define('Read', { TABLE: notes.tableName });
notes.grant(read, 'dynamodb:GetItem');
route('/notes/{id}', HttpMethod.GET, read);

/** It may only read. */
const vandal = define('Vandal', { TABLE: notes.tableName });
notes.grant(vandal, 'dynamodb:GetItem');
route('/notes/{id}', HttpMethod.DELETE, vandal);

const send = define('Send', { QUEUE: copies.queueUrl });
copies.grantSendMessages(send);
notes.grantStreamRead(send);
send.addEventSourceMapping('Stream', {
  eventSourceArn: notes.tableStreamArn ?? '',
  batchSize: 100,
  startingPosition: StartingPosition.TRIM_HORIZON,
  reportBatchItemFailures: true,
  bisectBatchOnError: true,
  retryAttempts: 2,
  maxRecordAge: Duration.hours(1),
  onFailure: new SqsDlq(deadLetters),
});

const copy = define('Copy', { TABLE: notes.tableName });
notes.grant(copy, 'dynamodb:PutItem');
copy.addEventSource(new SqsEventSource(copies, { reportBatchItemFailures: true }));

new CfnOutput(stack, 'DeadLettersUrl', { value: deadLetters.queueUrl });
