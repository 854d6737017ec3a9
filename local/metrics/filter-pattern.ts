/**
 * Filter patterns over JSON log lines, as far as our templates have them: comparisons of one field with a text or a number, joined
 * with `||` and `&&`. `*` in a text stands for anything
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html).
 */
import { isObject } from '../template/json.ts';

/** Whether a log line, parsed from JSON, matches. */
export type LinePattern = (line: unknown) => boolean;

const TOKEN = /\s*(\|\||&&|!=|>=|<=|[{}()=<>]|\$(?:\.\w+)+|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?![\w.]))/y;

/** Throws an error for a pattern in another form. */
export function parsePattern(pattern: string): LinePattern {
  const tokens = tokensOf(pattern);
  const unsupported = () => new Error(`the local cloud does not know the filter pattern ${pattern}`);
  const take = (expected?: string): string => {
    const token = tokens.shift();
    if (token === undefined || (expected !== undefined && token !== expected)) throw unsupported();
    return token;
  };
  const joined = (operator: string, part: () => LinePattern): LinePattern[] => {
    const parts = [part()];
    while (tokens[0] === operator) {
      take(operator);
      parts.push(part());
    }
    return parts;
  };
  const any = (): LinePattern => {
    const parts = joined('||', all);
    return (line) => parts.some((matches) => matches(line));
  };
  const all = (): LinePattern => {
    const parts = joined('&&', one);
    return (line) => parts.every((matches) => matches(line));
  };
  const one = (): LinePattern => {
    if (tokens[0] !== '(') return comparison(take(), take(), take());
    take('(');
    const inner = any();
    take(')');
    return inner;
  };
  const comparison = (path: string, operator: string, operand: string): LinePattern => {
    const compare = comparisonWith(operator, operand);
    if (!path.startsWith('$.') || compare === undefined) throw unsupported();
    const names = path.slice(2).split('.');
    return (line) => compare(names.reduce((value, name) => (isObject(value) ? value[name] : undefined), line));
  };
  take('{');
  const matches = any();
  take('}');
  if (tokens.length > 0) throw unsupported();
  return matches;
}

function tokensOf(pattern: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const text = pattern.trim();
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    tokens.push(match[1] ?? '');
    if (TOKEN.lastIndex === text.length) return tokens;
  }
  throw new Error(`the local cloud does not know the filter pattern ${pattern}`);
}

function comparisonWith(operator: string, operand: string): ((value: unknown) => boolean) | undefined {
  if (operand.startsWith('"')) {
    const matches = textPattern(operand.slice(1, -1));
    const is = (value: unknown): boolean =>
      (typeof value === 'string' || typeof value === 'number') && matches.test(`${value}`);
    if (operator === '=') return is;
    return operator === '!=' ? (value) => value !== undefined && !is(value) : undefined;
  }
  const number = Number(operand);
  if (Number.isNaN(number)) return undefined;
  const compare = numberComparisons[operator];
  return compare && ((value) => isNumeric(value) && compare(Number(value), number));
}

const numberComparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));

const textPattern = (text: string): RegExp => new RegExp(`^${text.split('*').map(RegExp.escape).join('.*')}$`, 's');
