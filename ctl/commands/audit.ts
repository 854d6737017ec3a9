/** `ctl audit`: who changed what in a network. */
import { type Command, Option } from 'commander';
import type { NetworkId } from '../../contract/ids.ts';
import { UsageError } from '../errors.ts';
import { networkOption } from './arguments.ts';
import { runCommand } from './run-command.ts';

interface AuditWords {
  readonly network: NetworkId;
  readonly webhook?: string;
  readonly limit: number;
}

/** Adds `audit`. */
export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('list who changed what in a network, the latest first; the network may be deleted')
    .addOption(networkOption())
    .option('--webhook <webhook>', 'only changes of this webhook, which may be deleted')
    .addOption(new Option('--limit <entries>', 'how many entries at most').argParser(parseLimit).default(100))
    .addHelpText('after', ABOUT)
    .action(({ network, ...options }: AuditWords, command: Command) =>
      runCommand(command, async (connection) => {
        const { auditText, latestEntries } = await import('../audit.ts');
        const entries = await latestEntries(connection, network, options);
        return {
          text: auditText(entries),
          json: entries,
          ...(entries.length === 0 && { note: 'There are no entries.' }),
        };
      }),
    );
}

const MAX_ENTRIES = 10_000;

function parseLimit(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_ENTRIES) return Number(text);
  throw new UsageError(`--limit must be an integer from 1 to ${MAX_ENTRIES}, not ${JSON.stringify(text)}.`);
}

const ABOUT = `
Entries are kept for 400 days. The name of an operator is the value of
SPS_OPERATOR, or else the user of the operator's machine.`;
