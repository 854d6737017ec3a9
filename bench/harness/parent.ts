/** The side of a benchmark's child process: what child.ts starts. */

/** What the benchmark gave this process to begin with; null if nothing. */
export const input: unknown = JSON.parse(process.argv[2] ?? 'null');

/** Sends `ready`, then a reply to each message. Ends the process together with its parent. */
export function serveParent(ready: object | string, reply?: (message: unknown) => object | Promise<object>): void {
  process.on('disconnect', () => process.exit());
  if (reply !== undefined) process.on('message', async (message) => process.send?.(await reply(message)));
  process.send?.(ready);
}
