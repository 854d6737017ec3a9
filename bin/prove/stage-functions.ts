/** The functions of a deployed stage that `prove` works with. */
import { type CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { GetFunctionConfigurationCommand, type LambdaClient } from '@aws-sdk/client-lambda';

/** One function of each kind of route, by how its logical id begins (lib/capabilities/routes.ts). */
export const measuredFunctions = {
  open: 'PagesHealthFunction',
  read: 'BlockCheckHiddenFunction',
  post: 'EventsIngestEventsFunction',
  page: 'WebhooksListWebhooksFunction',
} as const;

/** The function whose rights are tried (proofs/laboratory.ts). */
export const triedFunction = 'NetworkShowNetworkFunction';

/** The name of the function of a stack whose logical id begins so. Throws if there is none. */
export async function functionNameOf(client: CloudFormationClient, StackName: string, id: string): Promise<string> {
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { LogicalResourceId = '', PhysicalResourceId, ResourceType } of StackResourceSummaries) {
      if (ResourceType !== 'AWS::Lambda::Function' || !LogicalResourceId.startsWith(id)) continue;
      if (PhysicalResourceId !== undefined) return PhysicalResourceId;
    }
  }
  throw new Error(`the stack ${StackName} has no function ${id}…`);
}

/** The ARN of a function's role. */
export async function roleOf(lambda: LambdaClient, FunctionName: string): Promise<string> {
  const { Role } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  if (Role === undefined) throw new Error(`the function ${FunctionName} has no role`);
  return Role;
}
