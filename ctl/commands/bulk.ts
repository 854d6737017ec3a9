/** `ctl import …` and `ctl export …`: the records of a whole network, from and to files. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { alignColumns } from '../columns.ts';
import { writeNote, writeResult } from '../stdio.ts';
import { networkOption } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { openService, serviceOptions } from './service-options.ts';

/** What can be imported and exported, with what is said of it. */
const kinds = {
  blocks: 'who has blocked whom',
  activity: 'reactions, comments and replies, without webhooks',
} as const;
type KindName = keyof typeof kinds;
const kindNames: readonly KindName[] = ['blocks', 'activity'];

const DEFAULT_RATE = 1_000;
const HIGHEST_RATE = 40_000;

const ImportOptions = v.object({
  network: v.pipe(v.string(), NetworkId),
  format: v.optional(v.picklist(['ndjson', 'csv'])),
  rate: v.number(),
  dryRun: v.optional(v.boolean(), false),
});
const ExportOptions = v.object({ network: v.pipe(v.string(), NetworkId) });

/** Adds `import blocks`, `import activity`, `export blocks` and `export activity`. */
export function addBulkCommands(program: Command): void {
  const imports = program.command('import').description('bring records from a file into a network');
  const exports = program.command('export').description('write the records of a network to a file or to stdout');
  for (const kind of kindNames) {
    imports
      .command(kind)
      .description(`import ${kinds[kind]}`)
      .addOption(networkOption())
      .addOption(
        new Option('--format <format>', 'unless the file is called .csv or .ndjson').choices(['ndjson', 'csv']),
      )
      .addOption(rateOption())
      .option('--dry-run', 'only check the file')
      .argument('<file>', 'NDJSON, or CSV with a header')
      .addHelpText('after', IMPORT_HELP[kind])
      .action((file: string, options: unknown, command: Command) => runImport(kind, file, options, command));
    exports
      .command(kind)
      .description(`export ${kinds[kind]}, as NDJSON that can be imported`)
      .addOption(networkOption())
      .argument('[file]', 'a new file; stdout unless given')
      .addHelpText('after', EXPORT_HELP)
      .action((file: string | undefined, options: unknown, command: Command) =>
        runExport(kind, file, options, command),
      );
  }
}

const rateOption = () =>
  new Option('--rate <records>', 'the most records a second').default(DEFAULT_RATE).argParser((text) => {
    const rate = Number(text);
    if (Number.isInteger(rate) && rate >= 1 && rate <= HIGHEST_RATE) return rate;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${HIGHEST_RATE}.`);
  });

async function runImport(kind: KindName, path: string, given: unknown, command: Command): Promise<void> {
  const { network: networkId, format, rate, dryRun } = v.parse(ImportOptions, given);
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  await runCommand(command, async (connection) => {
    const { importRecords } = await import('../bulk/import-records.ts');
    const result = await importRecords(connection, {
      ...{ kind, networkId, path, format, rate, dryRun, signal: stopped.signal },
      onProgress: ({ lines, perSecond, share }) =>
        writeNote(`${lines} lines, ${Math.round(share * 100)} %, ${Math.round(perSecond)} records/s`),
    });
    const { lines, imported, refused, empty, refusedPath, resumedAfter } = result;
    const rows = [
      [dryRun ? 'could be imported' : 'imported', `${imported}`],
      ['refused', `${refused}${refusedPath === undefined ? '' : `, with reasons in ${refusedPath}`}`],
      ['header and empty lines', `${empty}`],
      ['all lines', `${lines}`],
      ...(resumedAfter > 0 ? [['of these by an earlier run', `${resumedAfter}`]] : []),
    ];
    return { text: alignColumns(rows), json: { networkId, kind, dryRun, ...result } };
  });
}

async function runExport(kind: KindName, path: string | undefined, given: unknown, command: Command): Promise<void> {
  const { network } = v.parse(ExportOptions, given);
  const { exportToFile, exportToStream } = await import('../bulk/export-records.ts');
  if (path === undefined) {
    const connection = await openService(serviceOptions(command));
    return exportToStream(connection, network, kind, writeResult);
  }
  await runCommand(command, async (connection) => {
    const records = await exportToFile(connection, network, kind, path);
    return { text: `${records} records in ${path}`, json: { networkId: network, kind, path, records } };
  });
}

const ABOUT_FILES = `
A record is one line, of at most 64 KB. Lines that are refused are collected in
FILE.refused.ndjson, with their numbers and reasons; all others are imported.
After Ctrl-C, a crash or an error, run the same command again: it goes on where
it stopped, which is in FILE.progress.json until the end. To import a file
again changes nothing. A record costs a write unit, one more for a comment.`;

const IMPORT_HELP: Readonly<Record<KindName, string>> = {
  blocks: `
  {"blocker":"alice","blocked":"bob"}

or, as CSV:

  blocker,blocked
  alice,bob
${ABOUT_FILES}`,
  activity: `
  {"userId":"alice","createdAt":"2024-02-28T12:00:00Z","targetId":"post-1",
   "targetType":"post","objectId":"comment-1","objectType":"comment",
   "parentType":"post","parentId":"post-1"}

on one line, or the same members as columns of a CSV file. "action":"removed"
is that of a removal. The times are those of the actions. No webhook is sent.
${ABOUT_FILES}`,
};

const EXPORT_HELP = `
A file goes on where it stopped when the same command is run again. There is no
index by network, so this reads the whole table: one read unit per 4 KB, about
250,000 per GB. What changes meanwhile may be in it or not.`;
