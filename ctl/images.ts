/** Images that operators give, recognized by their bytes: PNG, JPEG and WebP. */

/** What the first bytes of an image say: its type, and its size in pixels. */
export interface ImageHeader {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** What the longest header of PNG and WebP takes. */
const HEADER_BYTES = 30;

/** Undefined for anything else, an SVG for example, and where the bytes end too early. */
export const imageHeader = (bytes: Buffer): ImageHeader | undefined =>
  bytes.length < HEADER_BYTES ? undefined : (pngHeader(bytes) ?? webpHeader(bytes) ?? jpegHeader(bytes));

const hasAt = (bytes: Buffer, offset: number, text: string): boolean =>
  bytes.toString('latin1', offset, offset + text.length) === text;

/** https://www.w3.org/TR/png-3/#11IHDR */
function pngHeader(bytes: Buffer): ImageHeader | undefined {
  if (!hasAt(bytes, 0, '\x89PNG\r\n\x1a\n') || !hasAt(bytes, 12, 'IHDR')) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The three forms of https://developers.google.com/speed/webp/docs/riff_container. */
function webpHeader(bytes: Buffer): ImageHeader | undefined {
  if (!hasAt(bytes, 0, 'RIFF') || !hasAt(bytes, 8, 'WEBP')) return undefined;
  const type = 'image/webp';
  const sides = 0x3fff;
  if (hasAt(bytes, 12, 'VP8X'))
    return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (hasAt(bytes, 12, 'VP8 '))
    return { type, width: bytes.readUInt16LE(26) & sides, height: bytes.readUInt16LE(28) & sides };
  if (!hasAt(bytes, 12, 'VP8L')) return undefined;
  const bits = bytes.readUInt32LE(21);
  return { type, width: (bits & sides) + 1, height: ((bits >>> 14) & sides) + 1 };
}

/** Of a start-of-frame segment, up to the size. */
const FRAME_BYTES = 9;

/** The size is in a start-of-frame segment (ITU T.81, B.2.2), which others may come before. */
function jpegHeader(bytes: Buffer): ImageHeader | undefined {
  if (!hasAt(bytes, 0, '\xff\xd8\xff')) return undefined;
  let offset = 2;
  while (offset + FRAME_BYTES <= bytes.length && bytes.readUInt8(offset) === 0xff) {
    const marker = bytes.readUInt8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { type: 'image/jpeg', width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}
