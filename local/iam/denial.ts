/** How a denied call is reported: to the function as AWS does, and to the developer with the statement that is missing. */
import type { Decision, Requirement } from './evaluate.ts';
import type { FunctionPermissions } from './function-permissions.ts';
import { type ConditionValues, conditionKeys, type Statement } from './policy.ts';

type Denied = Exclude<Decision, { kind: 'allowed' }>;

/** AWS's message. AWS: "Troubleshoot access denied error messages" in the IAM User Guide. */
export function denialMessage(
  { user }: FunctionPermissions,
  { action, resource }: Requirement,
  denied: Denied,
): string {
  // SQS reports its actions in lower case.
  const name = action.startsWith('sqs:') ? action.toLowerCase() : action;
  const reason =
    denied.kind === 'explicit-deny'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${name} action`;
  return `User: ${user} is not authorized to perform: ${name} on resource: ${resource} ${reason}`;
}

/** One line for the terminal. */
export function denialLine({ title, role }: FunctionPermissions, requirement: Requirement, denied: Denied): string {
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
  const operators = Object.entries(unmet.Condition);
  return { ...missing, Condition: Object.fromEntries(operators.map(([name, values]) => [name, asRequested(values)])) };
}
