import { describe, expect, test } from '@jest/globals';
import { masked, RECOGNIZABLE_BYTES, secretsIn } from '../../lambdas/sending/mask.ts';
import fc from '../support/fast-check.ts';

const MASK = '[masked]';
/** Characters of a response that are kept, and of the longest value. */
const [KEPT, LONGEST] = [1024, 1024];

const textOf = (characters: string, minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((all) => all.join(''));

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');
const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);
const unlessPlain = (value: string, spell: (character: string) => string): string => value.replaceAll(/\W|_/g, spell);

const encodings = {
  'as it is': (value: string) => value,
  'in upper case': (value: string) => value.toUpperCase(),
  'in JSON': inJson,
  'in JSON of PHP': (value: string) => inJson(value).replaceAll('/', '\\/'),
  'in JSON of .NET': (value: string) => unlessPlain(value, (character) => `\\u00${hex(character)}`),
  'in JSON, each character escaped': (value: string) => value.replaceAll(/./g, (one) => `\\u00${hex(one)}`),
  'in a URL': (value: string) => unlessPlain(value, (character) => `%${hex(character).toUpperCase()}`),
  'in a path': (value: string) => encodeURI(value),
  'in a form': (value: string) => encodeURIComponent(value).replaceAll('%20', '+'),
} satisfies Readonly<Record<string, (value: string) => string>>;

/** Values which have parts that look like escapes, but none that is masked by itself. */
const anyValue = textOf('aB2F5cu0-/\\%+"', 8, 40);
/** Around a value: none of its characters. */
const anyContext = textOf('xyz .:{}', 0, 30);

describe('the value of a custom header', () => {
  test.each(Object.entries(encodings))('%s is masked, and nothing around it', (_how, encode) => {
    fc.assert(
      fc.property(anyValue, anyContext, anyContext, (value, before, after) => {
        const text = `${before}${encode(value)}${after}`;
        expect(masked(text, secretsIn({ 'x-key': value }))).toBe(`${before}${MASK}${after}`);
      }),
    );
  });

  test.each(Object.entries(encodings))('%s is masked where it is cut off, wherever that is', (_how, encode) => {
    fc.assert(
      fc.property(anyValue, anyContext, fc.nat(), (value, before, cut) => {
        const [least, most] = [encode(value.slice(0, 8)).length, encode(value).length];
        const text = `${before}${encode(value).slice(0, least + (cut % (most - least + 1)))}`;
        expect(masked(text, secretsIn({ 'x-key': value }))).toBe(`${before}${MASK}`);
      }),
    );
  });

  test.each(Object.entries(encodings))('%s is masked at the end of what is kept of a response', (_how, encode) => {
    const value = `/"${'k+'.repeat((LONGEST - 2) / 2)}`;
    const secrets = secretsIn({ 'x-key': value });
    for (let length = KEPT - 1; length >= KEPT - 60; length--) {
      const before = '.'.repeat(length);
      const read = `${before}${encode(value)}`.slice(0, KEPT + RECOGNIZABLE_BYTES);
      expect(masked(read, secrets, KEPT)).toBe(`${before}${MASK}`);
    }
  });

  test('is masked as it is whatever stands around it', () => {
    const anything = textOf('aB2F5cu0-/\\%+"', 0, 12);
    fc.assert(
      fc.property(anyValue, anything, anything, (value, before, after) => {
        const shown = masked(`${before}${value}${after}`, secretsIn({ 'x-key': value }));
        expect(shown.toLowerCase()).not.toContain(value.toLowerCase());
        expect(shown).toContain(MASK);
      }),
    );
  });

  test('is not taken for a text that differs in one character', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(), anyContext, (value, at, before) => {
        const index = at % value.length;
        const text = `${before}${value.slice(0, index)}z${value.slice(index + 1)} z`;
        expect(masked(text, secretsIn({ 'x-key': value }))).toBe(text);
      }),
    );
  });

  test('is masked wherever a simple search finds it, also where values overlap or begin alike', () => {
    const values = fc.array(textOf('ab ', 0, 24), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(values, textOf('aab ', 0, 80), fc.nat(90), (all, text, length) => {
        const headers = Object.fromEntries(all.map((value, index) => [`x-${index}`, value]));
        expect(masked(text, secretsIn(headers))).toBe(maskedSimply(text, all));
        const cut = masked(text, secretsIn(headers), length);
        expect(maskedSimply(text, all).startsWith(cut) || cut.endsWith(MASK)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** By a search for each value at each position. */
function maskedSimply(text: string, values: readonly string[]): string {
  const longestOf = (value: string) => value.split(' ').toSorted((a, b) => b.length - a.length);
  const secrets = values.flatMap((value) => [value, ...longestOf(value).slice(0, 3)]).filter((one) => one.length >= 8);
  const endFrom = (at: number): number => {
    const rest = text.slice(at);
    const ends = secrets.map((secret) => (rest.startsWith(secret) ? at + secret.length : 0));
    const isCut = rest.length >= 8 && secrets.some((secret) => secret.startsWith(rest));
    return Math.max(0, ...ends, isCut ? text.length : 0);
  };
  let shown = '';
  for (let at = 0; at < text.length; ) {
    let end = endFrom(at);
    shown += end > 0 ? MASK : text.charAt(at++);
    for (; at < end; at++) end = Math.max(end, endFrom(at));
  }
  return shown;
}
