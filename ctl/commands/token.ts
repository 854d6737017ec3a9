/** `ctl token`: prints an access token, as the platform's own server creates them (docs/spec/access.md#access-tokens). */
import type { Command } from 'commander';
import type { TokenRequest } from '../tokens.ts';
import { expiresOption, networkOption, roleOption, userOption } from './arguments.ts';
import { runCommand } from './run-command.ts';

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
    .addOption(userOption())
    .addOption(roleOption())
    .addOption(expiresOption('1h'))
    .addHelpText('after', ROLES)
    .action(({ network, user, role, expires }: TokenOptions, command: Command) =>
      runCommand(command, async (connection) => {
        const { mintToken } = await import('../tokens.ts');
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
