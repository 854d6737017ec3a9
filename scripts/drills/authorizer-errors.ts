import type { Drill } from './drill.ts';
import { at, check } from './expectations.ts';

const authorizerLog = 'Auth-Authorizer';

export const authorizerErrors: Drill = {
  name: 'authorizer-errors',
  sections: ['AuthorizerErrors'],
  alarms: ['AuthorizerErrors'],
  cause: 'The authorizer may not read the networks table any more, as after a deployment that lacks a permission.',
  async begin(world) {
    const { user } = await world.room();
    await world.break({ kind: 'call', function: 'Authorizer', service: 'dynamodb', error: 'AccessDeniedException' });
    const stop = world.load(() => user('POST', '/block', {}));
    return async () => {
      const line = await world.logged(authorizerLog, ({ level }) => level === 'ERROR');
      world.say(`The log of the authorizer: ${at(line, 'errorType')}: ${at(line, 'errorMessage')}`);
      check(JSON.stringify(line).includes('AccessDenied'), 'the log of the authorizer says why');
      await world.break();
      check((await user('POST', '/block', {})).status === 200, 'callers are let in again');
      await stop();
    };
  },
};

export const identityDown: Drill = {
  name: 'identity-provider-down',
  sections: ['AuthorizerErrors', 'Making an admin'],
  alarms: ['AuthorizerErrors'],
  cause: 'The user pool does not respond, so the keys of its tokens can not be fetched.',
  async begin(world) {
    const { networkId, user } = await world.room();
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const issuer = `${world.cloud.url}/_local/identity`;
    const token = `${part({ alg: 'RS256', kid: 'any' })}.${part({ iss: issuer })}.c2ln`;
    const signedIn = () => fetch(`${world.cloud.url}/webhooks`, { headers: { authorization: `Bearer ${token}` } });
    await world.break({ kind: 'identity' });
    const stop = world.load(signedIn);
    return async () => {
      const line = await world.logged(authorizerLog, ({ level }) => level === 'ERROR');
      world.say(`The log of the authorizer: ${at(line, 'errorType')}: ${at(line, 'errorMessage')}`);
      check(JSON.stringify(line).includes('IssuerUnavailableError'), 'the log of the authorizer says why');
      check((await user('POST', '/block', {})).status === 200, 'users are not affected');
      world.say('Until it is back, admins use links:');
      const link = await world.ctl('admin-link', networkId, '--expires', '8h');
      const authorization = `Bearer ${link.trim().split('#token=')[1]}`;
      const { status } = await fetch(`${world.cloud.url}/webhooks`, { headers: { authorization } });
      check(status === 200, 'the link opens the network');
      await stop();
    };
  },
};
