/** What an operator may set as a logo or an accent colour. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from '../../test/support/fast-check.ts';
import { accentOf, contrast } from '../accent.ts';
import { imageHeader, logoFrom } from '../branding.ts';

const folder = mkdtempSync(join(tmpdir(), 'sps-logo-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileWith = (bytes: Buffer): string => {
  const file = join(folder, 'logo');
  writeFileSync(file, bytes);
  return file;
};
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const png = (width: number, height: number, size = 100): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

describe('a logo', () => {
  test.each([
    ['image/png', png(32, 24)],
    ['image/jpeg', hex('ffd8 ffe0 0004 4a46 ffc4 0004 0000 ffc0 0011 08 0018 0020 03 00000000000000')],
    ['image/webp', hex('52494646 00000000 57454250 56503820 00000000 000000 9d012a 2000 1800')],
    ['image/webp', hex('52494646 00000000 57454250 5650384c 00000000 2f 1fc00500 0000000000')],
    ['image/webp', hex('52494646 00000000 57454250 56503858 0a000000 00000000 1f0000 170000')],
  ])('is %s by its bytes', (type, bytes) => {
    expect(imageHeader(bytes)).toEqual({ type, width: 32, height: 24 });
    expect(logoFrom(fileWith(bytes))).toBe(`data:${type};base64,${bytes.toString('base64')}`);
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a PNG, JPEG or WebP/],
    ['a GIF', Buffer.from('GIF89a'), /not a PNG, JPEG or WebP/],
    ['half a header', png(32, 32).subarray(0, 20), /not a PNG, JPEG or WebP/],
    ['a wide one', png(1025, 32), /1025 × 32 pixels/],
    ['a tiny one', png(32, 15), /32 × 15 pixels/],
    ['a large one', png(32, 32, 32 * 1024 + 1), /larger than 32 KiB/],
  ])('is not %s', (_, bytes, message) => {
    expect(() => logoFrom(fileWith(bytes))).toThrow(message);
  });

  test('is a file of up to 32 KiB, and no URL; other bytes never throw anything else', () => {
    expect(logoFrom(fileWith(png(1024, 16, 32 * 1024)))).toMatch(/^data:image\/png;/);
    expect(() => logoFrom('https://example.com/logo.png')).toThrow(/no file/);
    const start = fc.constantFrom('', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'RIFF0000WEBPVP8X', '\xff\xd8\xff');
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 40 }), (head, rest) => {
        imageHeader(Buffer.concat([Buffer.from(head, 'latin1'), rest]));
      }),
    );
  });
});

test('an accent colour stands out in both modes, and stays as it is where it does', () => {
  const rgb = (text: string) => {
    const [red = 0, green = 0, blue = 0] = Buffer.from(text.slice(1), 'hex');
    return [red, green, blue] as const;
  };
  const colour = fc.uint8Array({ minLength: 3, maxLength: 3 }).map((bytes) => `#${Buffer.from(bytes).toString('hex')}`);
  fc.assert(
    fc.property(colour, (text) => {
      const { light, dark } = accentOf(text) ?? { light: '', dark: '' };
      expect(contrast(rgb(light), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(dark), [0x16, 0x1d, 0x26])).toBeGreaterThanOrEqual(4.5);
      if (contrast(rgb(text), [255, 255, 255]) >= 4.5) expect(light).toBe(text);
    }),
  );
  expect(['red', '#fff', '#0b6e4f; x', ''].map(accentOf)).toEqual([undefined, undefined, undefined, undefined]);
});
