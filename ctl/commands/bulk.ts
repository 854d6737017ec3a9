/** `ctl import …` and `ctl export …`: the records of a whole network, from and to files. */
import type { Command } from 'commander';
import type { NetworkId } from '../../contract/ids.ts';
import { exportRecords, exportToFile } from '../bulk/export-records.ts';
import { importRecords } from '../bulk/import-records.ts';
import { type RecordKindName, recordKindNames } from '../bulk/records.ts';
import type { Connection } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import { alignColumns, printResult, writeNote, writeResult } from '../output.ts';
import { openService } from '../service.ts';
import { endedBySignals, networkOption, numberOption, retryOptionsOf, runCommand, serviceOptions } from './shared.ts';

/** What is said of each kind of records. */
const kinds: Readonly<Record<RecordKindName, string>> = {
  blocks: 'who has blocked whom',
  activity: 'reactions, comments and replies',
};

const DEFAULT_RATE = 1_000;
const HIGHEST_RATE = 40_000;

interface ImportWords {
  readonly network: NetworkId;
  readonly rate: number;
  readonly dryRun?: true;
}

interface ExportWords {
  readonly network: NetworkId;
}

/** Adds `import blocks` and `import activity`. */
export function addImportCommands(program: Command): void {
  const imports = program.command('import').description('bring records from a file into a network');
  for (const kind of recordKindNames) {
    imports
      .command(kind)
      .description(`import ${kinds[kind]}`)
      .addOption(networkOption())
      .addOption(numberOption('--rate <records>', 'the most records per second', 1, HIGHEST_RATE, DEFAULT_RATE))
      .option('--dry-run', 'only check the file')
      .argument('<file>', 'NDJSON; or CSV with a header, if its name ends in .csv')
      .addHelpText('after', IMPORT_HELP[kind])
      .action((file: string, words: ImportWords, command: Command) => runImport(kind, file, words, command));
  }
}

/** Adds `export blocks` and `export activity`. */
export function addExportCommands(program: Command): void {
  const exports = program.command('export').description('write the records of a network to a file or to stdout');
  for (const kind of recordKindNames) {
    exports
      .command(kind)
      .description(`export ${kinds[kind]}, as NDJSON that can be imported`)
      .addOption(networkOption())
      .argument('[file]', 'a new file; stdout by default')
      .addHelpText('after', EXPORT_HELP)
      .action(async (path: string | undefined, { network }: ExportWords, command: Command) => {
        const { signal } = endedBySignals();
        try {
          await runExport(kind, path, network, command, signal);
        } catch (error) {
          if (!signal.aborted) throw error;
          throw new OperatorError('Stopped.', 'Run the same command again: an export begins anew.');
        }
      });
  }
}

async function runExport(
  kind: RecordKindName,
  path: string | undefined,
  networkId: NetworkId,
  command: Command,
  signal: AbortSignal,
): Promise<void> {
  if (path === undefined) {
    const options = serviceOptions(command);
    const connection = await openService(options, retryOptionsOf(options, signal));
    await exportRecords(connection, networkId, kind, writeResult);
    return;
  }
  const toFile = async (connection: Connection) => {
    const records = await exportToFile(path, connection, networkId, kind);
    return { text: `${records} records in ${path}`, json: { networkId, kind, path, records } };
  };
  await runCommand(command, toFile, signal);
}

async function runImport(kind: RecordKindName, path: string, words: ImportWords, command: Command): Promise<void> {
  const { network: networkId, rate, dryRun = false } = words;
  const { signal } = endedBySignals();
  const options = serviceOptions(command);
  const connection = await openService(options, retryOptionsOf(options, signal));
  const result = await importRecords(connection, {
    kind,
    networkId,
    path,
    rate,
    dryRun,
    signal,
    note: writeNote,
  });
  const { lines, imported, refused, empty, refusedPath } = result;
  const rows = [
    [dryRun ? 'could be imported' : 'imported', `${imported}`],
    ['refused', `${refused}`],
    ['header and empty lines', `${empty}`],
    ['all lines', `${lines}`],
  ];
  await printResult(options, { text: alignColumns(rows), json: { networkId, kind, dryRun, ...result } });
  if (refused === 0) return;
  throw refusedPath === undefined
    ? new OperatorError(
        `${refused} of ${lines} lines would be refused.`,
        'An import writes all reasons beside the file.',
      )
    : new OperatorError(`${refused} of ${lines} lines were refused.`, `Their reasons are in ${refusedPath}.`);
}

const ABOUT_FILES = `
A record is one line of at most 64 KiB. Refused lines are collected in
FILE.refused.ndjson (or .refused.2.ndjson, if that exists already), with their
numbers and reasons. All other lines are imported. If lines were refused, the
exit code is 1.

While the service is throttled or does not respond, the import waits for up to
ten minutes. After Ctrl-C, a crash or an error, run the same command again: it
continues after the lines that are done, whose number is in
FILE.import-progress.json. If these lines have changed, it begins with the first
line. Importing a record again changes nothing. But if the record was changed,
removed or erased since the first import, the second one restores it.`;

const IMPORT_HELP: Readonly<Record<RecordKindName, string>> = {
  blocks: `
  {"blocker":"alice","blocked":"bob"}

or, as CSV:

  blocker,blocked
  alice,bob

The optional "createdAt" and "expiresAt" say when a block was made and when it
ends. Blocks that have ended are refused. No webhook is sent.
${ABOUT_FILES}
A block costs two write units.`,
  activity: `
  {"userId":"alice","createdAt":"2024-02-28T12:00:00Z","targetId":"post-1",
   "targetType":"post","objectId":"comment-1","objectType":"comment",
   "parentType":"post","parentId":"post-1"}

on one line, or the same members as columns of a CSV file. "action":"removed"
marks a removal. "createdAt" is the time of the action. No webhook is sent.
${ABOUT_FILES}
A record costs one write unit, and a comment costs two.`,
};

const EXPORT_HELP = `
There is no index by network, so an export reads the whole table. This costs one
read unit per 4 KiB, or about 250,000 per GB. Changes that are made during the
export may or may not be included. While the service is throttled or does not
respond, the export waits for up to ten minutes.`;
