/** Who has changed something, in words. */
import type { Actor } from '../../client/index.ts';
import { visibleText } from './visible-text.ts';

/** The user of the token of every admin link. */
const LINK_USER = 'admin-link';

export function actorText({ kind, name }: Actor): string {
  if (kind === 'service') return 'The service';
  const known = visibleText(name ?? 'unknown');
  if (kind === 'operator') return `Operator ${known}`;
  if (kind === 'server') return `Back end ${known}`;
  return name === LINK_USER ? 'An admin with a link' : known;
}
