/**
 * Policy documents. Any element, operator or key that is not known here is an error.
 *
 * AWS: "IAM JSON policy element reference" in the IAM User Guide.
 */
import * as v from 'valibot';

const UNKNOWN = 'the local cloud does not know this element of a policy';
const element = <const TEntries extends v.ObjectEntries>(entries: TEntries) =>
  v.strictObject(entries, ({ expected, message }) => (expected === 'never' ? UNKNOWN : message));

/** Policy variables such as `${aws:userid}` are not supported. */
const Text = v.pipe(v.string(), v.excludes('${', 'the local cloud does not know policy variables'));
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
const SingleKeys = element({
  'dynamodb:ReturnValues': v.optional(OneOrMore),
  'dynamodb:Select': v.optional(OneOrMore),
});

/** Of the calls that code of a function makes, as all calls here are. */
const FunctionKeys = element({ 'lambda:SourceFunctionArn': v.literal('arn:*:lambda:*:*:function:*', UNKNOWN) });

const Conditions = element({
  ArnLike: v.optional(FunctionKeys),
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
