/** Notices about webhooks, as other webhooks of the network get them (docs/spec/notices.md). */
import { expect, jest } from '@jest/globals';
import { patience } from '../support/eventually.ts';
import { needs } from '../support/needs.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { call, cloud, eventually } from '../support/service.ts';
import { kept, newTestNetwork, numbered, post, webhookTo } from './delivery-network.ts';
import { confirmationTokens, mailsTo, sendMails } from './notice-mails.ts';

const { describe, test } = needs('a local cloud');

jest.setTimeout(patience(60_000));

describe('notices by e-mail', () => {
  test('go to the confirmed addresses of the network, and those that came together are one mail', async () => {
    const { networkId, admin, server } = await newTestNetwork();
    const address = `${networkId}@example.com`;
    const other = `other-${address}`;
    const addresses = [address, other];
    const test = () => admin('POST', '/network/notices/test');
    expect(await admin('PATCH', '/network/notices', { addresses: [...addresses, address] })).toMatchObject({
      status: 200,
      body: { addresses, unconfirmed: addresses, sender: 'notices@sps.test' },
    });
    const [token = '', ...more] = await confirmationTokens(networkId, address);
    expect(more).toEqual([]);
    expect(await test()).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('no address is confirmed') },
    });
    const confirm = (body: object) => call('POST', '/network/notices/confirmation', { body: { networkId, ...body } });
    expect((await confirm({ token: token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) })).status).toBe(404);
    expect((await confirm({ networkId: 'demo', token })).status).toBe(404);
    expect(await confirm({ token })).toMatchObject({ status: 200, body: { address } });
    expect((await confirm({ token })).status).toBe(404);
    const settings = { addresses, unconfirmed: [other], today: { mails: 0, heldBack: 0 } };
    expect(await admin('GET', '/network/notices')).toMatchObject({ status: 200, body: settings });
    await eventually(async () => {
      const { body } = await admin('GET', '/audit?limit=1');
      // An entry outlasts the addresses.
      const changes = [{ field: 'addresses', to: `${networkId.charAt(0)}…@example.com, o…@example.com` }];
      expect(body).toMatchObject({ results: [{ action: 'noticeAddressesChanged', changes }] });
    });
    expect((await admin('PATCH', '/network/notices', { addresses })).status).toBe(200);
    expect(await test()).toMatchObject({ status: 200, body: { addresses: [address] } });
    const subject = `[${networkId}] Test of notices`;
    expect((await mailsTo(address))[0]).toMatchObject({ from: 'notices@sps.test', to: [address], subject });
    await eventually(async () => {
      const { body } = await admin('GET', '/audit?limit=3');
      // To set the same addresses again was no change.
      expect(body).toMatchObject({
        results: [
          { action: 'testNoticeSent', by: { kind: 'admin' }, changes: [] },
          { action: 'noticeAddressesChanged' },
          { action: 'networkChanged' },
        ],
      });
    });
    const gone = await kept(startReceiver((response) => response.writeHead(410).end()));
    const first = await webhookTo(admin, gone, { description: 'Search' });
    const second = await webhookTo(admin, gone);
    await post(server, numbered(1));

    const [mail] = await eventually(async () => {
      await sendMails();
      const mails = await mailsTo(address);
      for (const { webhookId } of [first, second]) expect(mails.map(({ text }) => text).join()).toContain(webhookId);
      return mails;
    }, 30_000);
    expect(mail).toMatchObject({ from: 'notices@sps.test', to: [address] });
    expect(mail?.subject).toMatch(new RegExp(`^\\[${networkId}\\] Notice: `));
    expect(await mailsTo(other)).toHaveLength(1);
    expect(mail?.text).toContain(`${cloud().url}/admin/#/webhooks/wh_`);
  });
});
