/** `ctl user …`: exports and erases everything that is stored about a user. */
import type { Command } from 'commander';
import type { NetworkId, UserId } from '../../contract/ids.ts';
import { type ItemKind, itemKinds } from '../../contract/user-data.ts';
import { alignColumns } from '../columns.ts';
import { writeResult } from '../stdio.ts';
import type { Erased } from '../user-data.ts';
import { networkArgument, userArgument } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { openService, serviceOptions } from './service-options.ts';

/** Adds `user export` and `erase`. */
export function addUserCommands(program: Command): void {
  const user = program.command('user').description('everything that is stored about a user');

  user
    .command('export')
    .description('print everything that is stored about a user, as JSON')
    .addArgument(networkArgument())
    .addArgument(userArgument())
    .addHelpText('after', EXPORT_HELP)
    .action(async (networkId: NetworkId, userId: UserId, _options: unknown, command: Command) => {
      const connection = await openService(serviceOptions(command));
      const [{ exportUser }, { findNetwork }] = await userModules();
      await findNetwork(connection, networkId);
      for await (const piece of exportUser(connection, { networkId, userId })) await writeResult(piece);
    });

  user
    .command('erase')
    .description('remove everything that is stored about a user, without asking, and report what is left')
    .addArgument(networkArgument())
    .addArgument(userArgument())
    .addHelpText('after', ERASE_HELP)
    .action((networkId: NetworkId, userId: UserId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const [{ eraseUser }, { findNetwork }] = await userModules();
        await findNetwork(connection, networkId);
        const report = await eraseUser(connection, { networkId, userId });
        return { text: reportText(report), json: { networkId, userId, ...report } };
      }),
    );
}

const userModules = () => Promise.all([import('../user-data.ts'), import('../networks.ts')]);

const kindNames: Readonly<Record<ItemKind, string>> = {
  blocks: 'own blocks',
  blockedBy: 'blocks by others',
  activities: 'activity records',
  markers: 'comment markers',
  events: 'events',
  responses: 'responses',
};

function reportText({ found, removed, left, remains, runAgainAfter }: Erased): string {
  const rows = itemKinds.map((kind) => [kindNames[kind], `${found[kind]}`, `${removed[kind]}`, `${left[kind]}`]);
  const stays = remains.map(({ what, why, goneBy }) => [what, `until ${goneBy.slice(0, 10)}`, why]);
  return [
    alignColumns([['', 'found', 'removed', 'left'], ...rows]),
    '',
    'What remains:',
    alignColumns(stays),
    '',
    `Run it again after ${runAgainAfter}: events that were in progress may add records.`,
  ].join('\n');
}

const costOf = (reading: 'once' | 'twice'): string => `
There is no index of who blocked a user, or of whom an event names, so this
reads all of the tables blocks and events ${reading}: one read unit per 4 KB,
about 250,000 per GB, at most 1,500 a second.`;

const EXPORT_HELP = `
The object contains blocks (by the user), blockedBy (by others: check whether
you may give these to the user), activities, events (whose payload has the
user's id as a value, with what is stored of receivers' responses; they may name
others), and audit (what the user did as an admin).
${costOf('once')}`;

const ERASE_HELP = `
Removes the user's own blocks, the blocks of the user by others, the activity
records, and the payloads of events that have the user's id as a value, in this
network only. Then it reads everything a second time, and reports what is left.
An event stays for a day, and until all its deliveries have arrived or it
expires. It may be interrupted and repeated. Run it again a day later: events
that were in progress may have added records.
${costOf('twice')}`;
