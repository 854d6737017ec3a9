/** `ctl user …`: exports and erases what is stored about a user (docs/spec/user-data.md#what-is-stored). */
import type { Command } from 'commander';
import type { NetworkId, UserId } from '../../contract/ids.ts';
import { type ItemKind, itemKinds } from '../../contract/user-data.ts';
import { alignColumns, writeResult } from '../output.ts';
import { openService } from '../service.ts';
import type { Erased } from '../user-data.ts';
import { networkArgument, runCommand, serviceOptions, userArgument } from './shared.ts';

/** Adds `user export` and `erase`. */
export function addUserCommands(program: Command): void {
  const user = program.command('user').description('what is stored about a user');

  user
    .command('export')
    .description('print the blocks, the activity and the audit entries of a user, as JSON')
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
    .description('remove the blocks and the activity of a user, without asking')
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
  auditEntries: 'named in entries',
};

function reportText({ removed, runAgainAfter }: Erased): string {
  return [
    'Removed:',
    alignColumns(itemKinds.map((kind) => [kindNames[kind], `${removed[kind]}`])),
    '',
    'Texts of events and of responses to them are deleted at the end of their retention.',
    `Run it again after ${runAgainAfter}: events that were in progress may add records.`,
    'If an access token of the user expires later, run it once more when the token has expired.',
  ].join('\n');
}

const EXPORT_HELP = `
The object contains blocks (by the user), blockedBy (blocks by others: check
whether you may give these to the user), activities, and audit (what the user
did as an admin, and links that were made for the user). It does not contain
events that name the user.`;

const ERASE_HELP = `
In this network only, the command removes the user's own blocks, the blocks of
the user by others, the activity records, and the user's id from audit entries
about links that were made for the user. You may interrupt and repeat it. Texts
of events and of responses to them are deleted at the end of their retention.
First stop issuing access tokens for the user. Run the command again a day later,
because events that were in progress may have added records. Until an access
token of the user expires, requests with the token can store new data. So if a
token is valid for longer than a day, run the command once more when it has
expired.`;
