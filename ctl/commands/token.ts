/**
 * `ctl token`: prints an access token, as the platform's own server creates them (docs/spec/access.md#access-tokens).
 * `ctl admin-link`: prints a link that opens the panel.
 */
import { type Command, Option } from 'commander';
import { Role } from '../../contract/access.ts';
import { type NetworkId, UserId } from '../../contract/ids.ts';
import { findPanelUrl } from '../service.ts';
import { adminLink, mintToken, type TokenRequest } from '../tokens.ts';
import { expiresOption, networkArgument, networkOption, parsedWith, runCommand, serviceOptions } from './shared.ts';

type TokenOptions = Pick<TokenRequest, 'role'> & {
  readonly network: TokenRequest['networkId'];
  readonly user: TokenRequest['userId'];
  readonly expires: number;
};

/** Adds `token`. */
export function addTokenCommand(program: Command): void {
  program
    .command('token')
    .description('print an access token, and nothing else')
    .addOption(networkOption())
    .addOption(
      new Option('--user <user>', 'id of the user that the token is for')
        .argParser(parsedWith(UserId))
        .makeOptionMandatory(),
    )
    .addOption(new Option('--role <role>', 'role of the token').choices(Role.options).default('user' satisfies Role))
    .addOption(expiresOption('1h'))
    .addHelpText('after', ROLES)
    .action(({ network, user, role, expires }: TokenOptions, command: Command) =>
      runCommand(command, async (connection) => {
        const request = { networkId: network, userId: user, role, lifetimeSeconds: expires };
        const token = await mintToken(connection, request);
        return { text: token, json: { token, networkId: network, userId: user, role, expiresInSeconds: expires } };
      }),
    );
}

const ROLES = `
Roles:
  user    block and activity routes, as the user
  server  POST /events
  admin   webhook management

A token is valid until it expires or its key is revoked (key rotate, key revoke).`;

interface LinkOptions {
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
    .addHelpText('after', ABOUT_LINKS)
    .action((networkId: NetworkId, { expires, viewer }: LinkOptions, command: Command) =>
      runCommand(command, async (connection) => {
        const panelUrl = await findPanelUrl(serviceOptions(command));
        const role = viewer === true ? 'viewer' : 'admin';
        const link = await adminLink(connection, panelUrl, networkId, role, expires);
        const note = `Whoever has the link is ${role === 'admin' ? 'an admin' : 'a viewer'} of ${networkId} until it expires.`;
        return { text: link, json: { link, networkId, role, expiresInSeconds: expires }, note };
      }),
    );
}

const ABOUT_LINKS = `
The link contains a token of the role admin, or viewer. It is valid until it expires or its
key is revoked (key rotate, key revoke). Treat it like a password.`;
