/** `ctl feature …`: switches the features of a network on and off (docs/spec/access.md#features). */
import type { Command } from 'commander';
import type { Feature } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { CACHE_NOTICE } from '../cache-notice.ts';
import { featuresArgument, networkArgument } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** Adds `feature enable` and `disable`. */
export function addFeatureCommands(program: Command): void {
  const feature = program
    .command('feature')
    .description('the features of a network: blockUser, userActivity, webhooks');
  addSwitch(feature, 'enable', 'let the network use features', 'enableFeatures');
  addSwitch(feature, 'disable', 'refuse calls to features', 'disableFeatures');
}

function addSwitch(
  parent: Command,
  name: string,
  description: string,
  action: 'enableFeatures' | 'disableFeatures',
): void {
  parent
    .command(name)
    .description(description)
    .addArgument(networkArgument())
    .addArgument(featuresArgument())
    .action((networkId: NetworkId, features: Feature[], _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const [networks, { networkText, networkView }] = await Promise.all([
          import('../networks.ts'),
          import('../network-view.ts'),
        ]);
        await networks[action](connection, networkId, features);
        const changed = await networks.findNetwork(connection, networkId);
        return { text: networkText(changed), json: networkView(changed), note: CACHE_NOTICE };
      }),
    );
}
