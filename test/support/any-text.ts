import fc from './fast-check.ts';

/**
 * Text of any code points, lone surrogates included. The library's own, `fc.string({ unit: 'binary' })`, first builds
 * an index of all of them, which takes a second in each file.
 */
export const anyText: fc.Arbitrary<string> = fc.string({
  unit: fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint)),
});
