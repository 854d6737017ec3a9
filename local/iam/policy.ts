/**
 * Policy documents, and whether a role's statements allow a request. Any element, operator or key that is not known
 * here is an error.
 *
 * AWS: "IAM JSON policy element reference", "Policy evaluation logic" and "Set operators for multivalued context keys"
 * in the IAM User Guide, and "Using IAM policy conditions for fine-grained access control" in the DynamoDB Developer
 * Guide.
 */
import * as v from 'valibot';

const UNKNOWN = 'local/iam does not know this element of a policy';
const element = <const TEntries extends v.ObjectEntries>(entries: TEntries) =>
  v.strictObject(entries, ({ expected, message }) => (expected === 'never' ? UNKNOWN : message));

/** Policy variables such as `${aws:userid}` are not supported. */
const Text = v.pipe(v.string(), v.excludes('${', 'local/iam does not know policy variables'));
const OneOrMore = v.pipe(
  v.union([Text, v.pipe(v.array(Text), v.minLength(1))], ({ message, issues }) => issues?.[0]?.message ?? message),
  v.transform((value): readonly string[] => (typeof value === 'string' ? [value] : value)),
);

/** Keys with any number of values in a request: AWS demands a set operator for them. */
const SetKeys = element({
  'dynamodb:Attributes': v.optional(OneOrMore),
  'dynamodb:LeadingKeys': v.optional(OneOrMore),
});
/** Keys with at most one value in a request. */
const SingleKeys = element({ 'dynamodb:Select': v.optional(OneOrMore) });

const Conditions = element({
  'ForAllValues:StringEquals': v.optional(SetKeys),
  'ForAllValues:StringLike': v.optional(SetKeys),
  StringEqualsIfExists: v.optional(SingleKeys),
});

const Statement = element({
  Sid: v.optional(v.string()),
  Effect: v.picklist(['Allow', 'Deny']),
  Action: OneOrMore,
  Resource: OneOrMore,
  Condition: v.optional(Conditions),
});

/** An identity-based policy. */
export const PolicyDocument = element({ Version: v.literal('2012-10-17'), Statement: v.array(Statement) });

export type Statement = v.InferOutput<typeof Statement>;
/** Operator → key → values. */
export type Conditions = v.InferOutput<typeof Conditions>;

export const conditionKeys = ['dynamodb:Attributes', 'dynamodb:LeadingKeys', 'dynamodb:Select'] as const;
export type ConditionKey = (typeof conditionKeys)[number];
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
