/** `ctl audit`: who changed what in a network (docs/spec/audit.md). */
import { type Command, Option } from 'commander';
import * as v from 'valibot';
import type { Actor } from '../../contract/access.ts';
import { type AuditChange, type AuditEntry, AuditEntryId } from '../../contract/audit.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { WebhookName } from '../../contract/webhooks.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import type { Connection } from '../connection.ts';
import { alignColumns } from '../output.ts';
import { networkOption, numberOption, parsedWith, runCommand } from './shared.ts';

const ENTRIES_PER_READ = 100;
const MAX_ENTRIES = 10_000;

interface AuditWords {
  readonly network: NetworkId;
  readonly webhook?: WebhookName;
  readonly limit: number;
}

/** Adds `audit`. */
export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('list who changed what in a network, also in a deleted one, the latest change first')
    .addOption(networkOption())
    .addOption(
      new Option('--webhook <webhook>', 'only changes of this webhook, also of a deleted one').argParser(
        parsedWith(WebhookName),
      ),
    )
    .addOption(numberOption('--limit <entries>', 'how many entries at most', 1, MAX_ENTRIES, 100))
    .addHelpText('after', ABOUT)
    .action(({ network, ...options }: AuditWords, command: Command) =>
      runCommand(command, async (connection) => {
        const entries = await latestEntries(connection, network, options);
        const note = entries.length === 0 ? 'There are no entries.' : undefined;
        return { text: auditText(entries), json: entries, note };
      }),
    );
}

/** The latest entries, the latest first. The network may be deleted. */
async function latestEntries(
  { client, tables, retention }: Connection,
  networkId: NetworkId,
  { webhook: webhookId, limit }: Pick<AuditWords, 'webhook' | 'limit'>,
): Promise<readonly AuditEntry[]> {
  const audit = auditTable(client, tables.audit, Date.now, retention);
  const entries: AuditEntry[] = [];
  let start: AuditEntryId | undefined;
  do {
    const rest = Math.min(ENTRIES_PER_READ, limit - entries.length);
    const page = await audit.page(networkId, { webhookId, limit: rest, start });
    entries.push(...page.results);
    start = v.parse(v.optional(AuditEntryId), page.start);
  } while (start !== undefined && entries.length < limit);
  return entries;
}

/** Formats entries as a table with a heading; empty if there are none. */
function auditText(entries: readonly AuditEntry[]): string {
  if (entries.length === 0) return '';
  const rows = entries.map(({ at, by, action, webhookId = '', changes }) => [
    at,
    nameOf(by),
    action,
    webhookId,
    changes.map(changeText).join('; '),
  ]);
  return alignColumns([['time', 'who', 'action', 'webhook', 'changes'], ...rows]);
}

const nameOf = ({ kind, name }: Actor): string => (name === undefined ? kind : `${kind} ${name}`);

/** `enabled: true → false`; without values where they are secret. */
function changeText({ field, from, to }: AuditChange): string {
  if (from === undefined && to === undefined) return field;
  return `${field}: ${[from, to].flatMap((value) => (value === undefined ? [] : JSON.stringify(value))).join(' → ')}`;
}

const ABOUT = `
Entries are kept for 400 days, or for a shorter time that the stage sets. The
name of an operator is the value of the variable SPS_OPERATOR; without it, it is
the name of the user on the operator's machine.`;
