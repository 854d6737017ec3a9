/**
 * CloudFormation's intrinsic functions, resolved strictly: what can't be resolved is an error, never an empty string.
 *
 * Supported: Ref, Fn::GetAtt, Fn::Join, Fn::Sub, Fn::Select, Fn::Split, Fn::ImportValue, Fn::If, Fn::Equals, Fn::And,
 * Fn::Or, Fn::Not, Condition, Fn::FindInMap, Fn::Base64 and Fn::GetAZs' absence (it has no local meaning).
 */
import { isList, isObject, type Json, type JsonObject } from './json.ts';

/** What intrinsics refer to. Every method throws an error that names what is missing. */
export interface Scope {
  /** `Ref` to a resource, parameter or pseudo parameter; `undefined` is `AWS::NoValue`. */
  reference(name: string): Json | undefined;
  attribute(logicalId: string, attribute: string): Json;
  condition(name: string): boolean;
  importValue(exportName: string): Json;
  mapping(map: string, first: string, second: string): Json;
}

type Intrinsic = (argument: Json, scope: Scope) => Json | undefined;

/** `value` with every intrinsic replaced. `undefined` means that the property is to be left out (`AWS::NoValue`). */
export function resolve(value: Json, scope: Scope): Json | undefined {
  if (isList(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const [key, ...more] = Object.keys(value);
  if (key !== undefined && more.length === 0 && isIntrinsicName(key)) {
    const intrinsic = intrinsics[key];
    const argument = value[key];
    if (intrinsic === undefined || argument === undefined) {
      throw new Error(`${key} is not supported by the local cloud`);
    }
    return intrinsic(argument, scope);
  }
  return resolveMembers(value, scope);
}

/** `value`, which must resolve to text. Numbers become their decimal text, as CloudFormation has it. */
export function resolveText(value: Json, scope: Scope): string {
  const resolved = resolve(value, scope);
  if (typeof resolved === 'string') return resolved;
  if (typeof resolved === 'number' || typeof resolved === 'boolean') return String(resolved);
  throw new Error(`${JSON.stringify(value)} does not resolve to text`);
}

/** The truth of a condition's expression. */
export function resolveCondition(value: Json, scope: Scope): boolean {
  const resolved = resolve(value, scope);
  if (resolved === true || resolved === 'true') return true;
  if (resolved === false || resolved === 'false') return false;
  throw new Error(`${JSON.stringify(value)} is not a condition`);
}

const isIntrinsicName = (key: string): boolean => key === 'Ref' || key === 'Condition' || key.startsWith('Fn::');

function resolveMembers(value: JsonObject, scope: Scope): JsonObject {
  const members = Object.entries(value).flatMap(([key, member]) => {
    const resolved = resolve(member, scope);
    return resolved === undefined ? [] : [[key, resolved] satisfies [string, Json]];
  });
  return Object.fromEntries(members);
}

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope) => scope.reference(text('Ref', argument)),
  'Fn::GetAtt': (argument, scope) => {
    const parts = typeof argument === 'string' ? argument.split('.') : list('Fn::GetAtt', argument);
    const [logicalId, ...attribute] = parts.map((part) => resolveText(part, scope));
    if (logicalId === undefined || attribute.length === 0) throw malformed('Fn::GetAtt', argument);
    return scope.attribute(logicalId, attribute.join('.'));
  },
  'Fn::Join': (argument, scope) => {
    const [separator, items] = list('Fn::Join', argument);
    const resolved = items === undefined ? undefined : resolve(items, scope);
    if (typeof separator !== 'string' || resolved === undefined) throw malformed('Fn::Join', argument);
    return list('Fn::Join', resolved)
      .map((item) => resolveText(item, scope))
      .join(separator);
  },
  'Fn::Sub': (argument, scope) => substitute(argument, scope),
  'Fn::Select': (argument, scope) => {
    const [index, items] = list('Fn::Select', argument);
    const resolved = items === undefined ? undefined : resolve(items, scope);
    if (index === undefined || resolved === undefined) throw malformed('Fn::Select', argument);
    const chosen = list('Fn::Select', resolved)[Number(resolveText(index, scope))];
    if (chosen === undefined) throw new Error(`Fn::Select has no item ${JSON.stringify(index)}`);
    return chosen;
  },
  'Fn::Split': (argument, scope) => {
    const [separator, source] = list('Fn::Split', argument);
    if (typeof separator !== 'string' || source === undefined) throw malformed('Fn::Split', argument);
    return resolveText(source, scope).split(separator);
  },
  'Fn::ImportValue': (argument, scope) => scope.importValue(resolveText(argument, scope)),
  'Fn::Base64': (argument, scope) => Buffer.from(resolveText(argument, scope)).toString('base64'),
  'Fn::FindInMap': (argument, scope) => {
    const [map, first, second] = list('Fn::FindInMap', argument).map((item) => resolveText(item, scope));
    if (map === undefined || first === undefined || second === undefined) throw malformed('Fn::FindInMap', argument);
    return scope.mapping(map, first, second);
  },
  'Fn::If': (argument, scope) => {
    const [name, whenTrue, whenFalse] = list('Fn::If', argument);
    if (typeof name !== 'string' || whenTrue === undefined || whenFalse === undefined) {
      throw malformed('Fn::If', argument);
    }
    return resolve(scope.condition(name) ? whenTrue : whenFalse, scope);
  },
  Condition: (argument, scope) => scope.condition(text('Condition', argument)),
  'Fn::Equals': (argument, scope) => {
    const [left, right] = list('Fn::Equals', argument);
    if (left === undefined || right === undefined) throw malformed('Fn::Equals', argument);
    return resolveText(left, scope) === resolveText(right, scope);
  },
  'Fn::And': (argument, scope) => list('Fn::And', argument).every((item) => resolveCondition(item, scope)),
  'Fn::Or': (argument, scope) => list('Fn::Or', argument).some((item) => resolveCondition(item, scope)),
  'Fn::Not': (argument, scope) => {
    const [item] = list('Fn::Not', argument);
    if (item === undefined) throw malformed('Fn::Not', argument);
    return !resolveCondition(item, scope);
  },
};

function substitute(argument: Json, scope: Scope): string {
  const [template, variables] = typeof argument === 'string' ? [argument] : list('Fn::Sub', argument);
  if (typeof template !== 'string') throw malformed('Fn::Sub', argument);
  const own = isObject(variables) ? variables : {};
  return template.replace(/\$\{(!?)([^}]+)\}/g, (_whole, escaped: string, name: string) => {
    if (escaped !== '') return `\${${name}}`;
    const variable = Object.hasOwn(own, name) ? own[name] : undefined;
    if (variable !== undefined) return resolveText(variable, scope);
    return resolveText(name.includes('.') ? { 'Fn::GetAtt': name } : { Ref: name }, scope);
  });
}

function text(intrinsic: string, argument: Json): string {
  if (typeof argument === 'string') return argument;
  throw malformed(intrinsic, argument);
}

function list(intrinsic: string, argument: Json): readonly Json[] {
  if (isList(argument)) return argument;
  throw malformed(intrinsic, argument);
}

const malformed = (intrinsic: string, argument: Json): Error =>
  new Error(`${intrinsic} can't be used with ${JSON.stringify(argument)}`);
