/** The part that both processes of the bench `signer` share: they send deliveries on request and report how long it took. */
import * as v from 'valibot';
import { input, serveParent } from '../parent.ts';
import { Order, type Run, SenderOptions } from './sender.ts';

/** Serves the function that `start` returns, which sends that many deliveries and throws if they don't arrive. */
export function serveSender(start: (options: SenderOptions) => (deliveries: number) => Promise<void>): void {
  const send = start(v.parse(SenderOptions, input));
  serveParent('ready', async (order): Promise<Run> => {
    const { deliveries } = v.parse(Order, order);
    const began = performance.now();
    const cpuBegan = process.cpuUsage();
    await send(deliveries);
    const { user, system } = process.cpuUsage(cpuBegan);
    return { milliseconds: performance.now() - began, cpuMilliseconds: (user + system) / 1_000 };
  });
}
