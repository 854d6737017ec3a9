/** Denies each call that the role of its function does not allow. */
import { awsError } from '../proxy/aws-error.ts';
import type { Layer, ServiceCall } from '../proxy/layer.ts';
import { denialLine, denialMessage } from './denial.ts';
import { dynamodbRequirements } from './dynamodb-requests.ts';
import { evaluate, type Requirement } from './evaluate.ts';
import type { Permissions } from './function-permissions.ts';
import { sqsRequirements } from './sqs-requests.ts';

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
      const message = `${call.service}:${call.operation} is not known to the local cloud in this form; see local/iam/`;
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
