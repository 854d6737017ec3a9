/** `ctl user …`: what is held about a user, and its erasure. */
import type { Command } from 'commander';
import type { NetworkId, UserId } from '../../contract/ids.ts';
import { alignColumns } from '../columns.ts';
import { writeResult } from '../stdout.ts';
import { answer } from './answer.ts';
import { openService, serviceOptions } from './service-options.ts';
import { networkArgument, userArgument } from './values.ts';

/** Adds `user export` and `erase`. */
export function addUserCommands(program: Command): void {
  const user = program.command('user').description('everything held about a user');

  user
    .command('export')
    .description('print everything held about a user, as JSON')
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
    .description('remove everything held about a user, without asking, and print how much it was')
    .addArgument(networkArgument())
    .addArgument(userArgument())
    .addHelpText('after', ERASE_HELP)
    .action((networkId: NetworkId, userId: UserId, _options: unknown, command: Command) =>
      answer(command, async (connection) => {
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
No index leads from a user to those who blocked them, so this reads the whole
blocks table: one read unit for 4 KB, about 250,000 for a GB.`;

const EXPORT_HELP = `
The object holds blocks (made by the user), blockedBy (made by others: think
before you hand these to the user) and activities. Accepted events hold the
platform's own payloads, which may name anybody; they expire after 30 days and
are not searched.
${COST}`;

const ERASE_HELP = `
Removes the user's own blocks, the blocks that others made of the user, and the
activity records; other networks keep theirs. It may be repeated at any time,
and should be once events that were on their way have arrived. Accepted events
hold the platform's own payloads, which may name anybody; they expire after 30
days and stay until then.
${COST}`;
