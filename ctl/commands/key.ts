/**
 * `ctl key …`: lists and changes the keys that sign a network's access tokens (docs/spec/access.md#signing-keys). Only
 * `key reveal` prints a secret.
 */
import type { Command } from 'commander';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import { keysText, keyViews } from '../network-view.ts';
import { findNetwork } from '../networks.ts';
import { CACHE_NOTICE } from '../output.ts';
import { revealSigningKey, revokeSigningKey, rotateSigningKey } from '../signing-keys.ts';
import { networkArgument, parsedWith, runCommand } from './shared.ts';

/** Adds `key list`, `reveal`, `rotate` and `revoke`. */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description("the keys that sign a network's tokens");

  key
    .command('list')
    .description('list the keys with their dates, without secrets')
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const keys = keyViews(await findNetwork(connection, networkId));
        return { text: keysText(keys), json: keys };
      }),
    );

  key
    .command('reveal')
    .description('print the secret of the key that signs new tokens, for a server that creates tokens for its users')
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const { keyId, secret } = await revealSigningKey(connection, networkId);
        const note = `Sign JWTs with HS256, kid ${keyId} and the UTF-8 bytes of this text as the key. Store it like a password.`;
        return { text: secret, json: { keyId, secret }, note };
      }),
    );

  key
    .command('rotate')
    .description('add a key, which signs new tokens from now on; tokens of the older key stay valid')
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const keys = keyViews(await rotateSigningKey(connection, networkId));
        const note = `Once its tokens have expired, revoke the older key: key revoke ${networkId} ${keys[0]?.keyId}`;
        return { text: keysText(keys), json: keys, note };
      }),
    );

  key
    .command('revoke')
    .description('remove a key; its tokens are refused from now on')
    .addArgument(networkArgument())
    .argument('<key>', 'id of the key, as key list shows it', parsedWith(KeyId))
    .action((networkId: NetworkId, keyId: string, _options: unknown, command: Command) =>
      runCommand(command, async (connection) => {
        const keys = keyViews(await revokeSigningKey(connection, networkId, keyId));
        return { text: keysText(keys), json: keys, note: CACHE_NOTICE };
      }),
    );
}

const KeyId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'must be the id of a key, as key list shows it'));
