/** Results go to stdout, and nothing else does. */
import { once } from 'node:events';

/** Writes text and waits until the reader can take more, so that an export of any size needs little memory. */
export async function writeResult(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

let leave: () => void = () => process.exit(0);

/** Ends quietly when the reader goes away, as in `… | head`. */
export function endWithReader(): void {
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') return leave();
    throw error;
  });
}

/** Has `tidyUp` called instead when the reader goes away; it must see to the end of the process. */
export function tidyUpWithReader(tidyUp: () => void): void {
  leave = tidyUp;
}
