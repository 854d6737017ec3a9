/** `ctl user …`: exports and erases everything that is stored about a user. */
import type { Command } from 'commander';
import type { NetworkId, UserId } from '../../contract/ids.ts';
import { alignColumns } from '../columns.ts';
import { writeResult } from '../stdio.ts';
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
      for await (const piece of exportUser(connection, networkId, userId)) await writeResult(piece);
    });

  user
    .command('erase')
    .description('remove everything that is stored about a user, without asking, and print the number of items')
    .addArgument(networkArgument())
    .addArgument(userArgument())
    .addHelpText('after', ERASE_HELP)
    .action((networkId: NetworkId, userId: UserId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const [{ eraseUser }, { findNetwork }] = await userModules();
        await findNetwork(connection, networkId);
        const removed = await eraseUser(connection, networkId, userId);
        const text = alignColumns([
          ['own blocks', `${removed.blocks}`],
          ['blocks by others', `${removed.blockedBy}`],
          ['activity records', `${removed.activities}`],
        ]);
        return { text, json: { networkId, userId, removed } };
      }),
    );
}

const userModules = () => Promise.all([import('../user-data.ts'), import('../networks.ts')]);

const COST = `
There is no index of who blocked a user, so this reads the whole blocks table:
one read unit per 4 KB, about 250,000 per GB.`;

const EXPORT_HELP = `
The object contains blocks (by the user), blockedBy (by others: check whether
you may give these to the user) and activities. Stored events are not searched:
their payloads are the platform's own and may mention anybody. They expire after
30 days.
${COST}`;

const ERASE_HELP = `
Removes the user's own blocks, the blocks of the user by others, and the
activity records, in this network only. Run it again after a few minutes: events
that were in progress may have added records. Stored events are not changed:
their payloads are the platform's own and may mention anybody. They expire after
30 days.
${COST}`;
