/** How a network looks in the panel: its name, logo and accent colour (docs/spec/access.md#branding). */
import { readFileSync, statSync } from 'node:fs';
import type { Branding } from '../contract/branding.ts';
import type { NetworkId } from '../contract/ids.ts';
import { auditTable } from '../lambdas/audit/audit-table.ts';
import { brandingTable } from '../lambdas/auth/branding-table.ts';
import type { Connection } from './connection.ts';
import { UsageError } from './errors.ts';
import { findNetwork } from './networks.ts';

const MAX_LOGO_BYTES = 32 * 1024;
const LOGO_PIXELS = { min: 16, max: 1024 };

/** Reads a logo from a file as a `data:` URL. Throws UsageError for anything but a small PNG, JPEG or WebP. */
export function logoFrom(file: string): string {
  const bytes = smallFile(file);
  const { type, width, height } = imageHeader(bytes) ?? {};
  if (type === undefined || width === undefined || height === undefined)
    throw new UsageError(`${file} is not a PNG, JPEG or WebP image.`);
  const { min, max } = LOGO_PIXELS;
  if (Math.min(width, height) < min || Math.max(width, height) > max)
    throw new UsageError(`${file} has ${width} × ${height} pixels; each side must be from ${min} to ${max}.`);
  return `data:${type};base64,${bytes.toString('base64')}`;
}

function smallFile(file: string): Buffer {
  try {
    const { size } = statSync(file);
    if (size <= MAX_LOGO_BYTES) return readFileSync(file);
  } catch {
    throw new UsageError(`There is no file ${file} that can be read.`);
  }
  throw new UsageError(`${file} is larger than ${MAX_LOGO_BYTES / 1024} KiB.`);
}

/** Reads how a network looks. */
export const findBranding = ({ client, tables }: Connection, networkId: NetworkId): Promise<Branding> =>
  brandingTable(client, tables.webhooks).read(networkId);

/** Sets a part of how a network looks; `undefined` removes it. Throws NetworkNotFoundError. */
export async function setBranding<Part extends keyof Branding>(
  connection: Connection,
  networkId: NetworkId,
  part: Part,
  value: Branding[Part],
): Promise<void> {
  const { client, tables, operator, retention } = connection;
  await findNetwork(connection, networkId);
  const [from, to] = [
    brandingTexts(await findBranding(connection, networkId))[part],
    brandingTexts({ [part]: value })[part],
  ];
  const change = { field: `branding.${part}`, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const by = { kind: 'operator', name: operator } as const;
  const entry = { networkId, at: new Date().toISOString(), by, action: 'networkChanged', changes: [change] } as const;
  const audit = auditTable(client, tables.audit, Date.now, retention);
  await brandingTable(client, tables.webhooks).set(networkId, part, value, entry, audit);
}

/** What is set, in words: of a logo its type and size. */
export const brandingTexts = ({ name, logo, accent }: Branding): { readonly [Part in keyof Branding]?: string } => ({
  ...(name !== undefined && { name }),
  ...(logo !== undefined && { logo: logoText(logo) }),
  ...(accent !== undefined && { accent: `${accent.light} in light mode, ${accent.dark} in dark mode` }),
});

function logoText(url: string): string {
  const [, type, base64 = ''] = /^data:([\w/]+);base64,(.*)$/.exec(url) ?? [];
  return `${type}, ${Buffer.from(base64, 'base64').length} bytes`;
}

/** What the first bytes of a PNG, JPEG or WebP say: its type, and its size in pixels. */
interface ImageHeader {
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
