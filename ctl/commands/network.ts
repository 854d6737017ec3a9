/** `ctl network …`: creates, lists, changes and deletes networks (tenants). */
import type { Command } from 'commander';
import type { NetworkId } from '../../contract/ids.ts';
import { parseSettingChange, settingsHelp } from '../settings.ts';
import { networkArgument } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** Adds `network create`, `list`, `show`, `set` and `delete`. */
export function addNetworkCommands(program: Command): void {
  const network = program.command('network').description('networks (tenants) and their settings');

  network
    .command('create')
    .description('add a network, with every feature off and one signing key')
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const [{ createNetwork }, { networkText, networkView }] = await networkModules();
        const created = await createNetwork(connection, networkId);
        const note = `Switch features on with: feature enable ${networkId} blockUser userActivity webhooks`;
        return { text: networkText(created), json: networkView(created), note };
      }),
    );

  network
    .command('list')
    .description('list all networks')
    .action((_options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const [{ allNetworks }, { networksText, networkView }] = await networkModules();
        const networks = await allNetworks(connection);
        const json = networks.map(networkView);
        if (networks.length > 0) return { text: networksText(networks), json };
        return { text: '', json, note: 'There are no networks yet. Add one with: network create ID' };
      }),
    );

  network
    .command('show')
    .description('show a network: its features, settings and the number of its signing keys')
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const [{ findNetwork }, { networkText, networkView }] = await networkModules();
        const found = await findNetwork(connection, networkId);
        return { text: networkText(found), json: networkView(found) };
      }),
    );

  network
    .command('set')
    .description('change a setting of a network')
    .addArgument(networkArgument())
    .argument('<key>', 'the setting')
    .argument('<value>', 'its new value')
    .addHelpText('after', `\nSettings:\n${settingsHelp}`)
    .action(async (networkId: NetworkId, key: string, value: string, _options: unknown, command: Command) => {
      const change = await parseSettingChange(key, value);
      await runCommand(command, async (connection) => {
        const [{ findNetwork }, { networkText, networkView }] = await networkModules();
        await change.apply(connection, networkId);
        const changed = await findNetwork(connection, networkId);
        return { text: networkText(changed), json: networkView(changed), note: change.note };
      });
    });

  network
    .command('delete')
    .description('delete a network whose features are all off and which has no webhooks, without asking')
    .addArgument(networkArgument())
    .addHelpText('after', DELETE_HELP)
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const [{ deleteNetwork }] = await networkModules();
        await deleteNetwork(connection, networkId);
        return { text: '', json: { networkId, deleted: true }, note: `Deleted the network ${networkId}.` };
      }),
    );
}

const DELETE_HELP = `
Its settings and signing keys are deleted, so no token of it is valid any more.
What is stored about its users stays: erase them first (user erase), or another
network of this id will have their blocks and activity. The audit trail stays
as well, for 400 days: ctl audit lists it.`;

const networkModules = () => Promise.all([import('../networks.ts'), import('../network-view.ts')]);
