/** `ctl key …`: the keys that sign a network's access tokens (decision 2). Only `key reveal` prints a secret. */
import type { Command } from 'commander';
import type { NetworkId } from '../../contract/ids.ts';
import { NOTICED_WITHIN } from '../notes.ts';
import { UsageError } from '../operator-error.ts';
import { answer } from './answer.ts';
import { networkArgument } from './values.ts';

/** Adds `key list`, `reveal`, `rotate` and `revoke`. */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description("the keys that sign a network's tokens");

  key
    .command('list')
    .description('ids and dates of the live keys')
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      answer(command, async (connection) => {
        const [{ keysText, keyViews }, { findNetwork }] = await keyModules();
        const keys = keyViews(await findNetwork(connection, networkId));
        return { text: keysText(keys), json: keys };
      }),
    );

  key
    .command('reveal')
    .description('print the secret of the key that signs new tokens, for the server that makes tokens for its users')
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      answer(command, async (connection) => {
        const [, { findNetwork }, { signingKeyOf }] = await keyModules();
        const { keyId, secret } = signingKeyOf(await findNetwork(connection, networkId));
        const note = `Sign JWTs with HS256, kid ${keyId} and the UTF-8 bytes of this text as the key. Keep it where secrets are kept.`;
        return { text: secret, json: { keyId, secret }, note };
      }),
    );

  key
    .command('rotate')
    .description('add a key, which signs new tokens from now on; tokens of the one before stay valid')
    .addArgument(networkArgument())
    .action((networkId: NetworkId, _options: unknown, command: Command) =>
      answer(command, async (connection) => {
        const [{ keysText, keyViews }, , { rotateSigningKey }] = await keyModules();
        const keys = keyViews(await rotateSigningKey(connection, networkId));
        const note = `Once its tokens have expired, revoke the older key: key revoke ${networkId} ${keys[0]?.keyId}`;
        return { text: keysText(keys), json: keys, note };
      }),
    );

  key
    .command('revoke')
    .description('remove a key; its tokens are refused from now on')
    .addArgument(networkArgument())
    .argument('<key>', 'id of the key, as key list shows it', readKeyId)
    .action((networkId: NetworkId, keyId: string, _options: unknown, command: Command) =>
      answer(command, async (connection) => {
        const [{ keysText, keyViews }, , { revokeSigningKey }] = await keyModules();
        const keys = keyViews(await revokeSigningKey(connection, networkId, keyId));
        return { text: keysText(keys), json: keys, note: NOTICED_WITHIN };
      }),
    );
}

const keyModules = () =>
  Promise.all([import('../network-view.ts'), import('../networks.ts'), import('../signing-keys.ts')]);

function readKeyId(text: string): string {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw new UsageError(`key must be the id of a key, as key list shows it; it is ${JSON.stringify(text)}.`);
}
