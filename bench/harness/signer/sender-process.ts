/** What both processes of the bench `signer` have in common: they deliver so many when they are told to, and say how long it took. */
import * as v from 'valibot';
import { Order, type Run, SenderOptions } from './sender.ts';

/** Makes `start` the sender of this process; what it answers has to throw where deliveries don't arrive. */
export function serveSender(start: (options: SenderOptions) => (deliveries: number) => Promise<void>): void {
  const send = start(v.parse(SenderOptions, JSON.parse(process.argv[2] ?? '')));
  process.on('disconnect', () => process.exit());
  process.on('message', (order) => void carryOut(v.parse(Order, order)));
  process.send?.('ready');

  async function carryOut({ deliveries }: Order): Promise<void> {
    const began = performance.now();
    const cpuBegan = process.cpuUsage();
    await send(deliveries);
    const { user, system } = process.cpuUsage(cpuBegan);
    const run: Run = { milliseconds: performance.now() - began, cpuMilliseconds: (user + system) / 1_000 };
    process.send?.(run);
  }
}
