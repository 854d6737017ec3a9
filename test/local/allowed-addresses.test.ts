import { describe, expect, test } from '@jest/globals';
import { mayConnect } from '../../local/sqs/queues.ts';

const address = (cidr: string) =>
  ({
    address: cidr.replace(/\/.*/, ''),
    cidr,
    family: 'IPv4',
    netmask: '255.255.0.0',
    mac: '02:42:00:00:00:01',
    internal: false,
  }) as const;

const lan = { eth0: [address('192.168.1.5/24')] };
const lanAndDocker = { ...lan, docker0: [address('172.17.0.1/16')] };

describe('The SQS emulator', () => {
  test.each([['127.0.0.1'], ['127.8.9.1'], ['::1'], ['::ffff:127.0.0.1']])('accepts this machine, as %s', (remote) => {
    expect(mayConnect(remote, () => lan)).toBe(true);
  });

  test.each([['192.168.1.9'], ['::ffff:192.168.1.9'], ['8.8.8.8'], ['2001:db8::1'], ['']])(
    'refuses other machines: %j',
    (remote) => {
      expect(mayConnect(remote, () => lanAndDocker)).toBe(false);
    },
  );

  test('accepts containers on the default bridge of Docker, if there is one', () => {
    for (const remote of ['172.17.0.2', '::ffff:172.17.0.2']) {
      expect(mayConnect(remote, () => lanAndDocker)).toBe(true);
      expect(mayConnect(remote, () => lan)).toBe(false);
    }
    expect(mayConnect('172.18.0.2', () => lanAndDocker)).toBe(false);
  });
});
