/** `ctl admin-link`: prints a link that opens the panel. */
import type { Command } from 'commander';
import type { NetworkId } from '../../contract/ids.ts';
import { expiresOption, networkArgument } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { findPanelUrl, serviceOptions } from './service-options.ts';

interface Options {
  /** Seconds. */
  readonly expires: number;
  readonly viewer?: true;
}

/** Adds `admin-link`. */
export function addAdminLinkCommand(program: Command): void {
  program
    .command('admin-link')
    .description('print a link that opens the admin panel, signed in to a network')
    .addArgument(networkArgument())
    .option('--viewer', 'a link that shows everything but secrets, and changes nothing')
    .addOption(expiresOption('8h'))
    .addHelpText('after', ABOUT)
    .action((networkId: NetworkId, { expires, viewer }: Options, command: Command) =>
      runCommand(command, async (connection) => {
        const { adminLink } = await import('../admin-link.ts');
        const panelUrl = await findPanelUrl(serviceOptions(command));
        const role = viewer === true ? 'viewer' : 'admin';
        const link = await adminLink(connection, panelUrl, networkId, role, expires);
        const note = `Whoever has the link is ${role === 'admin' ? 'an admin' : 'a viewer'} of ${networkId} until it expires.`;
        return { text: link, json: { link, networkId, role, expiresInSeconds: expires }, note };
      }),
    );
}

const ABOUT = `
The link contains a token of the role admin, or viewer. It is valid until it expires or its
key is revoked (key rotate, key revoke). Treat it like a password.`;
