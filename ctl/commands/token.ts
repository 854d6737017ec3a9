/**
 * `ctl token`: prints an access token, as the platform's own server creates them (docs/spec/access.md#access-tokens).
 * `ctl admin-link`: prints a link that opens the panel.
 */
import { type Command, Option } from 'commander';
import * as v from 'valibot';
import { Role } from '../../contract/access.ts';
import { ADMIN_LINK_MINUTES } from '../../contract/admin-links.ts';
import { type NetworkId, UserId } from '../../contract/ids.ts';
import { type Connection, PANEL_URL, stackOutput } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { findService } from '../service.ts';
import { adminLink, mintToken, reusableLink, type TokenRequest } from '../tokens.ts';
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

const rights: Readonly<Record<Role, string>> = {
  user: 'blocks and activity of the user',
  server: "events, audiences, users' data, admin links, and routes of users on behalf of one",
  admin: 'webhooks, sending again, addresses for notices, and all that a viewer may',
  viewer: 'read webhooks, deliveries, events, statistics, settings and audit trail, without secrets',
};

const ROLES = `
Roles:
${Role.options.map((role) => `  ${role.padEnd(7)} ${rights[role]}`).join('\n')}

A token is valid until it expires, or until its key is revoked (key rotate, key
revoke).`;

interface LinkOptions {
  readonly user?: UserId;
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
    .addOption(
      new Option(
        '--user <name>',
        `the person whom the link signs in, once and within ${ADMIN_LINK_MINUTES} minutes; the audit trail names this person`,
      ).argParser(parsedWith(UserId)),
    )
    .option('--viewer', 'make a link with the role viewer, which can change nothing and sees no secrets')
    .addOption(expiresOption('8h'))
    .addHelpText('after', ABOUT_LINKS)
    .action((networkId: NetworkId, { user, expires, viewer }: LinkOptions, command: Command) =>
      runCommand(command, async (connection) => {
        const { outputs } = await findService(serviceOptions(command), 'panel');
        const panelUrl = stackOutput(outputs, PANEL_URL);
        const role = viewer === true ? 'viewer' : 'admin';
        const userId = user ?? operatorOf(connection);
        const request = { networkId, userId, role, sessionSeconds: expires } as const;
        const link = await (user === undefined ? reusableLink : adminLink)(connection, panelUrl, request);
        const note =
          user === undefined
            ? `Whoever has the link is ${userId}, ${role} of ${networkId}, until it expires.`
            : `It works once, within ${ADMIN_LINK_MINUTES} minutes: whoever opens it first is ${userId}, ${role} of ${networkId}.`;
        return { text: link, json: { link, networkId, user: userId, role, expiresInSeconds: expires }, note };
      }),
    );
}

/** The operator as an admin. Throws UsageError for a name that no user can have. */
function operatorOf({ operator }: Connection): UserId {
  const parsed = v.safeParse(UserId, operator);
  if (parsed.success) return parsed.output;
  throw new UsageError('Name the person with --user: the name of the operator is not a user id.');
}

const ABOUT_LINKS = `
Without --user the link is for you, and works until it expires. Treat it like a
password. To give a link to somebody else, name this person with --user. Such a
link works once: whoever opens it first is signed in for the period of
--expires. To end a session or your own link early, revoke the signing key (key
rotate, key revoke).`;
