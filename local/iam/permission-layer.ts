/**
 * Denies each call that the role of its function does not allow: to the function as AWS does, and to the developer with
 * the statement that is missing.
 */
import { awsError, type Layer, type ServiceCall } from '../proxy/layer.ts';
import { queueArn } from '../template/names.ts';
import { dynamodbRequirements, type Fields, textOf } from './dynamodb-requests.ts';
import { type ConditionValues, conditionKeys, type Decision, evaluate, type Requirement } from './evaluate.ts';
import type { FunctionPermissions, Permissions } from './function-permissions.ts';
import type { Statement } from './policy.ts';

/** `onDenied` gets one line for the terminal. A caller that is no function of the template is not checked. */
export function enforcePermissions(permissions: Permissions, onDenied: (line: string) => void): Layer {
  return async (call, forward) => {
    const caller = permissions.functions.get(call.caller ?? '');
    if (caller === undefined) return forward(call);
    const deny = (message: string, line: string) => {
      onDenied(line);
      return awsError(call.service, 'AccessDeniedException', message);
    };
    const requirements = requirementsOf(call, permissions);
    if (requirements === undefined) {
      const message = `${call.service}:${call.operation} is not known to the local cloud in this form`;
      return deny(message, `${caller.title} is denied: ${message}`);
    }
    for (const requirement of requirements) {
      const decision = evaluate(caller.statements, requirement);
      if (decision.kind === 'allowed') continue;
      return deny(denialMessage(caller, requirement, decision), denialLine(caller, requirement, decision));
    }
    return forward(call);
  };
}

/** Whether the role of a function allows a call. */
export const isAllowed = (call: ServiceCall, { statements }: FunctionPermissions, permissions: Permissions): boolean =>
  requirementsOf(call, permissions)?.every((one) => evaluate(statements, one).kind === 'allowed') ?? false;

/** Whether the function that signs a request with its logical id may do something on a resource of another service. */
export const mayCall = (
  { functions }: Pick<Permissions, 'functions'>,
  caller: string,
  action: string,
  resource: string,
) =>
  evaluate(functions.get(caller)?.statements ?? [], { action, resource, valuesOf: () => undefined }).kind === 'allowed';

function requirementsOf(
  { service, operation, input }: ServiceCall,
  { partitionKeys }: Permissions,
): readonly Requirement[] | undefined {
  switch (service) {
    case 'dynamodb':
      return dynamodbRequirements(operation, input, partitionKeys);
    case 'sqs':
      return sqsRequirements(operation, input);
  }
}

type Denied = Exclude<Decision, { kind: 'allowed' }>;

/** AWS's message. AWS: "Troubleshoot access denied error messages" in the IAM User Guide. */
function denialMessage({ user }: FunctionPermissions, { action, resource }: Requirement, denied: Denied): string {
  // SQS reports its actions in lower case.
  const name = action.startsWith('sqs:') ? action.toLowerCase() : action;
  const reason =
    denied.kind === 'explicit-deny'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${name} action`;
  return `User: ${user} is not authorized to perform: ${name} on resource: ${resource} ${reason}`;
}

/** One line for the terminal. */
function denialLine({ title, role }: FunctionPermissions, requirement: Requirement, denied: Denied): string {
  const what = `${title} may not ${requirement.action}`;
  if (denied.kind === 'explicit-deny') return `${what}: ${role} has ${JSON.stringify(denied.statement)}`;
  return `${what}: ${role} lacks ${JSON.stringify(missingStatement(requirement, denied.unmet))}`;
}

/** As narrow as the request. `unmet` is a statement whose condition does not hold; the missing one has its condition keys. */
function missingStatement({ action, resource, valuesOf }: Requirement, unmet: Statement | undefined): Statement {
  const missing = { Effect: 'Allow', Action: [action], Resource: [resource] } as const;
  if (unmet?.Condition === undefined) return missing;
  const asRequested = (values: ConditionValues = {}): ConditionValues =>
    Object.fromEntries(conditionKeys.filter((key) => key in values).map((key) => [key, valuesOf(key) ?? values[key]]));
  const { ArnLike: _ofFunctions, ...others } = unmet.Condition;
  const operators = Object.entries(others);
  return { ...missing, Condition: Object.fromEntries(operators.map(([name, values]) => [name, asRequested(values)])) };
}

/** Of SQS. AWS: "Actions, resources, and condition keys for Amazon SQS" in the Service Authorization Reference. */
const actions: ReadonlySet<string> = new Set([
  'ChangeMessageVisibility',
  'DeleteMessage',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ReceiveMessage',
  'SendMessage',
]);

/** The permission that a request to SQS needs: for a batch that of the single operation. Undefined for an operation that isn't known here. */
export function sqsRequirements(operation: string, input: Fields): readonly Requirement[] | undefined {
  const action = operation.replace(/Batch$/, '');
  if (!actions.has(action)) return undefined;
  const name = textOf(input['QueueName'] ?? input['QueueUrl']).replace(/^.*\//, '');
  return [{ action: `sqs:${action}`, resource: queueArn(name), valuesOf: () => undefined }];
}
