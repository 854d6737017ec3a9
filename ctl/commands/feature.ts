/** `ctl feature …`: the private-beta switches of a network (decision 5). */
import type { Command } from 'commander';
import type { Feature } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { NOTICED_WITHIN } from '../notes.ts';
import { answer } from './answer.ts';
import { featuresArgument, networkArgument } from './values.ts';

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
      answer(command, async (connection) => {
        const [networks, { networkText, networkView }] = await Promise.all([
          import('../networks.ts'),
          import('../network-view.ts'),
        ]);
        await networks[action](connection, networkId, features);
        const changed = await networks.findNetwork(connection, networkId);
        return { text: networkText(changed), json: networkView(changed), note: NOTICED_WITHIN };
      }),
    );
}
