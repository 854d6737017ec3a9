/** How a network looks in the panel: its name, logo and accent colour (docs/spec/access.md#branding). */
import { readFileSync, statSync } from 'node:fs';
import type { Branding } from '../contract/branding.ts';
import type { NetworkId } from '../contract/ids.ts';
import { auditTable } from '../lambdas/audit/audit-table.ts';
import { brandingTable } from '../lambdas/auth/branding-table.ts';
import type { Connection } from './connection.ts';
import { UsageError } from './errors.ts';
import { imageHeader } from './images.ts';
import { findNetwork } from './networks.ts';

const MAX_LOGO_BYTES = 32 * 1024;
const LOGO_PIXELS = { least: 16, most: 1024 };

/** Reads a logo from a file as a `data:` URL. Throws UsageError for anything but a small PNG, JPEG or WebP. */
export function logoFrom(file: string): string {
  const bytes = smallFile(file);
  const { type, width, height } = imageHeader(bytes) ?? {};
  if (type === undefined || width === undefined || height === undefined)
    throw new UsageError(`${file} is not a PNG, JPEG or WebP image.`);
  const { least, most } = LOGO_PIXELS;
  if (Math.min(width, height) < least || Math.max(width, height) > most)
    throw new UsageError(`${file} has ${width} × ${height} pixels; each side must be from ${least} to ${most}.`);
  return `data:${type};base64,${bytes.toString('base64')}`;
}

function smallFile(file: string): Buffer {
  try {
    const { size } = statSync(file);
    if (size <= MAX_LOGO_BYTES) return readFileSync(file);
  } catch {
    throw new UsageError(`There is no file ${file} that can be read.`);
  }
  throw new UsageError(`${file} is larger than ${MAX_LOGO_BYTES / 1024} KB.`);
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
