import { expect, test } from '@jest/globals';
import { getHealth } from '../../contract/api.ts';
import { DELIVERY_USER_AGENT } from '../../contract/signature.ts';
import { openRoute } from '../../lambdas/shared/route.ts';
import { lambdaContext, requestWith } from '../support/route-requests.ts';

const health = openRoute(getHealth, async () => ({ status: 'ok' as const }));
const ask = async (method: string, headers: Readonly<Record<string, string>> = {}) =>
  await health(requestWith({ method, headers }), lambdaContext());

// RFC 9110, 9.3.2; no page of AWS says that API Gateway leaves one out.
test('the response to HEAD is that to GET without its body, also for an error', async () => {
  for (const headers of [{}, { 'user-agent': DELIVERY_USER_AGENT }]) {
    const { body, ...bodiless } = await ask('GET', headers);
    expect(body).toMatch(/^\{/);
    expect(await ask('HEAD', headers)).toEqual(bodiless);
  }
});
