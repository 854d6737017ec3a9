/** A process with a receiver of each hostile kind. It reports their URLs. */
import {
  startAnswering,
  startDripping,
  startFlooding,
  startRedirecting,
  startSilent,
  startTooManyRequests,
} from '../../../testing/receivers/http-receivers.ts';
import {
  startClosingEarly,
  startEndlessHeaders,
  startEndlessHints,
  startRawAnswer,
  startResetting,
} from '../../../testing/receivers/raw-receivers.ts';
import { serveParent } from '../parent.ts';

const MEGABYTE = 2 ** 20;

const quick = await Promise.all([
  startFlooding(10 * MEGABYTE),
  startFlooding(10 * MEGABYTE, true),
  startAnswering(500, {}, 'e'.repeat(MEGABYTE)),
  startEndlessHeaders(),
  startRawAnswer('SSH-2.0-OpenSSH_9.6\r\n'),
  startClosingEarly('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\ncut'),
  startResetting(),
  startRedirecting(307, 'http://127.0.0.1/elsewhere'),
  startTooManyRequests('3600'),
]);
const slow = await Promise.all([startDripping(50), startSilent(), startEndlessHints()]);

serveParent({ quick: quick.map(({ url }) => url), slow: slow.map(({ url }) => url) });
