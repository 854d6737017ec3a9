/**
 * Whether a role's statements allow a request.
 *
 * AWS: "Policy evaluation logic" and "Set operators for multivalued context keys" in the IAM User Guide, and "Using IAM
 * policy conditions for fine-grained access control" in the DynamoDB Developer Guide.
 */
import type { Conditions, Statement } from './policy.ts';

export const conditionKeys = [
  'dynamodb:Attributes',
  'dynamodb:LeadingKeys',
  'dynamodb:ReturnValues',
  'dynamodb:Select',
] as const;
type ConditionKey = (typeof conditionKeys)[number];
/** What any operator has: keys, each with the values of which one must match. */
export type ConditionValues = { readonly [TKey in ConditionKey]?: readonly string[] | undefined };

/** One permission that a call needs. */
export interface Requirement {
  /** Such as `dynamodb:PutItem`. */
  readonly action: string;
  /** An ARN, or `*` for an action without a resource. */
  readonly resource: string;
  /** The values of a condition key in the request; undefined where the request does not have the key. */
  readonly valuesOf: (key: ConditionKey) => readonly string[] | undefined;
}

export type Decision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'explicit-deny'; readonly statement: Statement }
  /** `unmet`: a statement that would allow it, except that its condition does not hold. */
  | { readonly kind: 'implicit-deny'; readonly unmet: Statement | undefined };

/** A Deny wins over every Allow. Without either, the request is denied. */
export function evaluate(statements: readonly Statement[], requirement: Requirement): Decision {
  const covering = statements.filter((statement) => covers(statement, requirement));
  const applying = covering.filter(({ Condition = {} }) => holds(Condition, requirement));
  const deny = applying.find(({ Effect }) => Effect === 'Deny');
  if (deny !== undefined) return { kind: 'explicit-deny', statement: deny };
  if (applying.length > 0) return { kind: 'allowed' };
  return { kind: 'implicit-deny', unmet: covering.find(({ Effect }) => Effect === 'Allow') };
}

/** Actions have no case, ARNs have. */
const covers = ({ Action, Resource }: Statement, { action, resource }: Requirement): boolean =>
  Action.some((pattern) => isLike(pattern.toLowerCase(), action.toLowerCase())) &&
  Resource.some((pattern) => isLike(pattern, resource));

type Matches = (pattern: string, value: string) => boolean;
const isEqual: Matches = (pattern, value) => pattern === value;

/** Every operator and every key must hold. */
function holds(conditions: Conditions, { valuesOf }: Requirement): boolean {
  const check = (patternsByKey: ConditionValues = {}, matches: Matches): boolean =>
    conditionKeys.every((key) => {
      const patterns = patternsByKey[key];
      // For all values, and for a value that may be missing, no value is fine.
      return patterns === undefined || (valuesOf(key) ?? []).every((value) => patterns.some((p) => matches(p, value)));
    });
  return (
    check(conditions['ForAllValues:StringEquals'], isEqual) &&
    check(conditions['ForAllValues:StringLike'], isLike) &&
    check(conditions.StringEqualsIfExists, isEqual)
  );
}

const compiled = new Map<string, RegExp>();

/** `*` is any text, `?` any character. */
function isLike(pattern: string, value: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === value;
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    const source = pattern
      .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    expression = new RegExp(`^${source}$`, 's');
    compiled.set(pattern, expression);
  }
  return expression.test(value);
}
