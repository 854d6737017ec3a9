/** `ctl network …` and `ctl feature …`: manages networks (tenants) and their features. */
import { Argument, type Command } from 'commander';
import { Feature } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import type { Network } from '../../lambdas/auth/networks-table.ts';
import { brandingTexts, findBranding } from '../branding.ts';
import { networksText, networkText, networkView, noticeRows, usageRows } from '../network-view.ts';
import {
  allNetworks,
  changesOf,
  createNetwork,
  deleteNetwork,
  findNetwork,
  findNoticeAddresses,
  findUsage,
} from '../networks.ts';
import { CACHE_NOTICE, type CommandResult } from '../output.ts';
import { parseSettingChange, settingsHelp } from '../settings.ts';
import { networkArgument, runCommand } from './shared.ts';

/** Adds `network create`, `list`, `show`, `set` and `delete`. */
export function addNetworkCommands(program: Command): void {
  const network = program.command('network').description('networks (tenants) and their settings');

  network
    .command('create')
    .description('add a network, with every feature off and one signing key')
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const note = `Switch features on with: feature enable ${networkId} blockUser userActivity webhooks`;
        return resultOf(await createNetwork(connection, networkId), note);
      }),
    );

  network
    .command('list')
    .description('list all networks')
    .action((_options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const networks = await allNetworks(connection);
        const note = networks.length === 0 ? 'There are no networks yet. Add one with: network create ID' : undefined;
        return { text: networksText(networks), json: networks.map(networkView), note };
      }),
    );

  network
    .command('show')
    .description(
      'show a network: its features, settings, signing keys, who gets its notices, and who has used its quotas lately',
    )
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const network = await findNetwork(connection, networkId);
        const notices = await findNoticeAddresses(connection, networkId);
        const usage = await findUsage(connection, networkId, Date.now());
        const branding = brandingTexts(await findBranding(connection, networkId));
        return {
          text: networkText(network, [...Object.entries(branding), ...noticeRows(notices), ...usageRows(usage)]),
          json: { ...networkView(network), branding, notices, usage },
        };
      }),
    );

  network
    .command('set')
    .description('change a setting of a network')
    .addArgument(networkArgument())
    .argument('<key>', 'the setting')
    .argument('<value>', 'its new value')
    .addHelpText('after', `\nSettings:\n${settingsHelp}`)
    .action((networkId: NetworkId, key: string, value: string, _options: unknown, command: Command) => {
      const { apply, note } = parseSettingChange(key, value);
      return runCommand(command, async (connection) => {
        await apply(connection, networkId);
        return resultOf(await findNetwork(connection, networkId), note);
      });
    });

  network
    .command('delete')
    .description('delete a network without asking; its features must be off, and it must have no webhooks')
    .addArgument(networkArgument())
    .addHelpText('after', DELETE_HELP)
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        await deleteNetwork(connection, networkId);
        return { text: '', json: { networkId, deleted: true }, note: `Deleted the network ${networkId}.` };
      }),
    );
}

/** Adds `feature enable` and `disable` (docs/spec/access.md#features). */
export function addFeatureCommands(program: Command): void {
  const feature = program.command('feature').description(`the features of a network: ${Feature.options.join(', ')}`);
  addSwitch('enable', 'let the network use features', true);
  addSwitch('disable', 'refuse calls to features', false);

  function addSwitch(name: string, description: string, on: boolean): void {
    feature
      .command(name)
      .description(description)
      .addArgument(networkArgument())
      .addArgument(new Argument('<feature...>', 'the features').choices(Feature.options))
      .action((networkId: NetworkId, features: Feature[], _options: unknown, command: Command) =>
        runCommand(command, async (connection) => {
          await changesOf(connection).setFeatures(networkId, features, on);
          return resultOf(await findNetwork(connection, networkId), CACHE_NOTICE);
        }),
      );
  }
}

const resultOf = (network: Network, note?: string): CommandResult => ({
  text: networkText(network),
  json: networkView(network),
  note,
});

const DELETE_HELP = `
The settings and signing keys of the network are deleted, so its tokens are
refused within a minute. The data of its users stay. So erase the users first
(user erase); otherwise a later network with this id will have their blocks and
activity. The audit trail stays as well, for 400 days or a shorter time that the
stage sets, and the command audit lists it.`;
