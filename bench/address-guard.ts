/**
 * The cost of the address guard: it runs before every connection and, for literal addresses, for every new URL
 * (docs/spec/webhooks.md#public-addresses-only).
 */
import { Bench } from 'tinybench';
import { publicHttpsOnly } from '../contract/target-policy.ts';
import { rangeOf } from '../lambdas/shared/address-ranges.ts';
import { vetWebhookUrl } from '../lambdas/shared/webhook-url.ts';
import type { Measure, Row } from './harness/row.ts';
import { rounded } from './harness/statistics.ts';

export const measure: Measure = async () => {
  const bench = new Bench({ name: 'address-guard', time: 500 })
    .add('range of a public IPv4 address', () => rangeOf('93.184.215.14'))
    .add('range of a private IPv4 address', () => rangeOf('10.1.2.3'))
    .add('range of a public IPv6 address', () => rangeOf('2606:2800:21f:cb07::1'))
    .add('range of an IPv4-mapped address', () => rangeOf('::ffff:169.254.169.254'))
    .add('vetting of a URL with a name', () => vetWebhookUrl('https://hooks.example.com/events?a=b', publicHttpsOnly))
    .add('vetting of a URL with a literal', () => vetWebhookUrl('https://0x7f.1/events', publicHttpsOnly));
  const tasks = await bench.run();
  return tasks.map(({ name, result }): Row => {
    if (result.state !== 'completed') throw new Error(`${name} was not measured: ${result.state}`);
    return { name, figure: rounded(result.latency.p50 * 1_000), unit: 'µs' };
  });
};
