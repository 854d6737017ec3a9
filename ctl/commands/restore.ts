/** `ctl restore`: copies items back from a restored table. */
import { type Command, Option } from 'commander';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { alignColumns, writeNote } from '../output.ts';
import { restoreItems } from '../restore/restore.ts';
import { endedBySignals, numberOption, parsedWith, runCommand } from './shared.ts';

const DEFAULT_RATE = 500;
const HIGHEST_RATE = 10_000;

interface RestoreWords {
  readonly from: string;
  readonly to: string;
  readonly network?: NetworkId;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly rate: number;
  readonly segment?: v.InferOutput<typeof SegmentText>;
  readonly after?: v.InferOutput<typeof Key>;
}

const Key = v.pipe(
  v.string(),
  v.parseJson({}, 'must be what a stopped run has printed'),
  v.record(v.string(), v.object({ S: v.string() }), 'must be what a stopped run has printed'),
);

/** DynamoDB takes up to a million (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html); a machine runs few. */
const MOST_SEGMENTS = 1_000;
const PART = 'must be such as 1/8: a part, and of how many';

const SegmentText = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}\/[1-9]\d{0,3}$/, PART),
  v.transform((text) => {
    const [number = 0, of = 0] = text.split('/').map(Number);
    return { number, of };
  }),
  v.check(({ number, of }) => number <= of && of <= MOST_SEGMENTS, PART),
);

/** Adds `restore`. */
export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('copy items back from a table that was restored to a point in time')
    .requiredOption('--from <table>', 'name of the restored table')
    .requiredOption('--to <table>', "the stage's table: its name, or blocks, activities, networks, webhooks, …")
    .addOption(new Option('--network <network>', 'only items of this network').argParser(parsedWith(NetworkId)))
    .option('--overwrite', 'also replace items that have changed since by their earlier state')
    .option('--dry-run', 'write nothing, and count the items that would be written')
    .addOption(numberOption('--rate <items>', 'the most items per second', 1, HIGHEST_RATE, DEFAULT_RATE))
    .addOption(
      new Option('--segment <part>', 'read one part of the table, such as 1/8').argParser(parsedWith(SegmentText)),
    )
    .addOption(new Option('--after <key>', 'resume where a run was stopped').argParser(parsedWith(Key)))
    .addHelpText('after', HELP)
    .action(async ({ network, overwrite = false, dryRun = false, ...words }: RestoreWords, command: Command) => {
      const { signal } = endedBySignals();
      await runCommand(
        command,
        async (connection) => {
          const named = Object.entries({ ...connection.tables }).find(([name]) => name === words.to);
          const counts = await restoreItems(connection, {
            ...words,
            to: named?.[1] ?? words.to,
            overwrite,
            dryRun,
            signal,
            ...(network !== undefined && { networkId: network }),
            onProgress: (read) => writeNote(`${read} items`),
          });
          const would = dryRun ? 'would be ' : '';
          const rows = [
            [`${would}copied`, counts.copied],
            [`${would}overwritten`, counts.overwritten],
            ['exist, and differ', counts.kept],
            ['exist, the same', counts.same],
            ['expired', counts.expired],
            ['of other networks', counts.elsewhere],
            ['read', counts.read],
          ] as const;
          return {
            text: alignColumns(rows.map(([what, count]) => [what, `${count}`])),
            json: { ...words, dryRun, ...counts },
          };
        },
        signal,
      );
    });
}

const HELP = `
Missing items are copied. Items that exist but have changed since are replaced
only with --overwrite. Expired items are left out. Hourly counts of deliveries
belong to no network, so they are copied only without --network.

To share a large table among several runs at the same time, start them with
--segment 1/8 to --segment 8/8. Each run has a rate of its own, and is resumed
separately.

The command reads both tables, at a cost of one read unit per 4 KiB of each.
While the service is throttled or does not respond, it waits for up to ten
minutes. After Ctrl-C or an error it prints how to resume. Restored events
that have no delivery to a webhook are delivered, and the data of users who were
erased since come back: see the runbook, "Restoring a table".`;
