/** Planted defects of tokens, quotas, ids and pages. */
import type { Defect } from './defect.ts';

export const accessDefects: readonly Defect[] = [
  {
    name: 'open-without-table',
    what: 'The authorizer accepts a token by remembered keys while the networks table is away.',
    file: 'lambdas/auth/network-tokens.ts',
    original: 'const network = await networks.read(networkId);',
    planted: 'const network = await networks.read(networkId).catch(() => remembered);',
    tests: ['test/auth/network-tokens.test.ts'],
  },
  {
    name: 'revoked-key-read-late',
    what: 'The authorizer reads keys eventually consistently, so that a revoked one is accepted for longer.',
    file: 'lambdas/auth/networks-table.ts',
    original:
      'const { Item } = await client.send(new GetCommand({ TableName, Key: { networkId }, ConsistentRead: true }));',
    planted: 'const { Item } = await client.send(new GetCommand({ TableName, Key: { networkId } }));',
    tests: ['test/auth/network-tokens.test.ts'],
  },
  {
    name: 'quota-of-one-process',
    what: 'Each process has a bucket of its own, so that a network gets its quota once for each process.',
    file: 'lambdas/shared/quotas/quota-limiter.ts',
    original: `    const take: Parameters<typeof allowance>[1] = (amount, least, fullAt) =>
      table.take({ networkId, quota, rate }, amount, least, fullAt);`,
    planted: `    let ownFullAt = 0;
    const take: Parameters<typeof allowance>[1] = async (amount, least) => {
      const now = Date.now();
      const held = rate.capacity - Math.max(0, ownFullAt - now) * rate.refill;
      const taken = held >= least ? Math.min(amount, Math.floor(held)) : 0;
      ownFullAt = Math.max(now, ownFullAt) + taken / rate.refill;
      return { taken, fullAt: ownFullAt };
    };`,
    tests: ['test/shared/quotas/quota-limiter.integration.test.ts'],
  },
  {
    name: 'token-of-another-user',
    what: 'A pagination token is bound to the network but not to the user, and so shows the blocks of others.',
    file: 'lambdas/block/list-blocked-users.ts',
    original: `paginationToken.netid_uid !== me) {
    throw badRequest('paginationToken must be one that was returned to you');
  }
  return await blocks.page(me, paginationToken?.blocked_userId);`,
    planted: `!paginationToken.netid_uid.startsWith(caller.networkId)) {
    throw badRequest('paginationToken must be one that was returned to you');
  }
  return await blocks.page(paginationToken?.netid_uid ?? me, paginationToken?.blocked_userId);`,
    tests: ['test/e2e/blocking.test.ts'],
  },
  {
    name: 'on-behalf-by-anyone',
    what: 'A user may act on behalf of another one, since the header replaces the check of the role.',
    file: 'lambdas/shared/caller.ts',
    original: "if (own !== 'server') {",
    planted: "if (own === 'admin') {",
    tests: ['test/e2e/on-behalf-of.test.ts'],
  },
  {
    name: 'proto-id',
    what: 'The hide check loses the id __proto__, since it assigns to properties of an ordinary object.',
    file: 'lambdas/block/check-hidden.ts',
    original: 'return Object.fromEntries(checkList.map((userId) => [userId, hidden.has(userId)]));',
    planted: `const response: Record<string, boolean> = {};
  for (const userId of checkList) response[userId] = hidden.has(userId);
  return response;`,
    tests: ['test/client/client.integration.test.ts'],
  },
];
