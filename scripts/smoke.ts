/**
 * `npm run smoke -- [--env <stage> | --data <folder>] [--receiver <https URL>]`: calls the main flows of a deployed stage, or
 * of a running local cloud, through a network of its own that it deletes at the end.
 *
 * Exit codes: 0 if everything worked, 1 if a step failed, 2 for wrong arguments.
 */
import { findApiUrl, openService } from '../ctl/commands/service-options.ts';
import { describeError } from '../ctl/describe-error.ts';
import { latencyTable } from './smoke/latencies.ts';
import { runSmoke } from './smoke/run-smoke.ts';
import { smokeArguments } from './smoke-arguments.ts';

const parsed = smokeArguments(process.argv.slice(2));
if ('problem' in parsed) {
  console.error(parsed.problem);
  process.exitCode = 2;
} else {
  try {
    const [connection, apiUrl] = await Promise.all([openService(parsed), findApiUrl(parsed)]);
    const interrupted = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
    const { ok, latencies } = await runSmoke({
      connection,
      apiUrl,
      receiver: parsed.receiver,
      print: (line) => console.log(line),
      signal: interrupted.signal,
    });
    console.log(latencyTable(latencies));
    connection.client.destroy();
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(await describeError(error));
    process.exitCode = 1;
  }
}
