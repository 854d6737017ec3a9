/** The attributes that DynamoDB's expressions name. AWS: "Expressions in DynamoDB" in the DynamoDB Developer Guide. */

/** Placeholder → attribute name: `ExpressionAttributeNames`. */
export type AttributeNames = Readonly<Record<string, string>>;

/** Reserved words: an attribute with such a name has a placeholder. */
const keywords = new Set(['add', 'and', 'between', 'delete', 'in', 'not', 'or', 'remove', 'set']);

/** A dot before a nested name, a name or placeholder, and the parenthesis after a function. */
const TOKENS = /(?<nested>\.\s*)?(?<name>[#:]\w+|[A-Za-z_]\w*)(?<call>\s*\()?/g;

/** The top-level attributes in an expression of any kind, without duplicates: `a.b[0]` is `a`. */
export function attributesIn(expression: string, names: AttributeNames): readonly string[] {
  const found = new Set<string>();
  for (const { groups: { nested, name = '', call } = {} } of expression.matchAll(TOKENS)) {
    if (nested !== undefined || name.startsWith(':')) continue;
    if (name.startsWith('#')) found.add(names[name] ?? name);
    else if (call === undefined && !keywords.has(name.toLowerCase())) found.add(name);
  }
  return [...found];
}

/** The placeholder of the value that a key condition compares `attribute` with, such as `:user`. */
export function equalTo(attribute: string, keyCondition: string, names: AttributeNames): string | undefined {
  for (const [, name = '', value] of keyCondition.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)) {
    if ((names[name] ?? name) === attribute) return value;
  }
  return undefined;
}
