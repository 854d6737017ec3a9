/** `ctl listen`: shows webhooks as they arrive. */
import { type Command, Option } from 'commander';
import * as v from 'valibot';
import { EventPattern } from '../../contract/event-patterns.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { MAX_EVENT_PATTERNS } from '../../contract/webhooks.ts';
import { UsageError } from '../operator-error.ts';
import { tidyUpWithReader } from '../stdout.ts';
import { serviceOptions } from './service-options.ts';
import { networkOption } from './values.ts';

interface Options {
  readonly network: NetworkId;
  readonly events?: readonly string[];
  readonly port: number;
  readonly answer: number;
  readonly delay: number;
  readonly receiveOnly?: true;
}

/** Adds `listen`. */
export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('show the webhooks of a network as they arrive, until Ctrl-C')
    .addOption(networkOption())
    .addOption(
      new Option('--events <pattern...>', "which events: 'channel.*', channel.didCreate; all unless given").argParser(
        readPatterns,
      ),
    )
    .addOption(numberOption('--port <port>', "the receiver's port; 0 is a free one", 0, 65_535, 0))
    .addOption(numberOption('--answer <status>', 'what the receiver answers', 200, 599, 200))
    .addOption(numberOption('--delay <ms>', 'milliseconds before it answers', 0, 60_000, 0))
    .addOption(
      new Option('--receive-only', 'create no webhook: show those that you make for its URL').conflicts('events'),
    )
    .addHelpText('after', ABOUT)
    .action(async ({ network, events = ['*'], receiveOnly, ...options }: Options, command: Command) => {
      const { data, env, json } = serviceOptions(command);
      if (env !== undefined) throw new UsageError(NOT_DEPLOYED);
      const end = whenToEnd();
      const [{ findLocalCloud }, { listen }, { receive }] = await Promise.all([
        import('../local-cloud.ts'),
        import('../listen/listen.ts'),
        import('../listen/receive.ts'),
      ]);
      const cloud = await findLocalCloud(data);
      const setup = { ...options, networkId: network, folder: data, json };
      await (receiveOnly ? receive(cloud, setup, end) : listen(cloud, { ...setup, events }, end));
    });
}

const NOT_DEPLOYED =
  'listen works with a local cloud only: its receiver is on this machine, where AWS can reach nothing. For a deployed stage, create a webhook with a public https URL (POST /webhooks).';

const ABOUT = `
A receiver on loopback is started, and a webhook is created that leads to it.
Both signatures of every request are checked. Events go to stdout, with --json
an object a line; all else goes to stderr. The webhook is removed at the end.

With --receive-only and a --port it is a receiver for webhooks of your own, as
made in the admin panel; it can be stopped and started again at the same URL.

To see what failures lead to, have each request fail: --answer 503, or --delay
2000, which is beyond the 1.5 s that a receiver has.`;

/** Given by Ctrl-C, by a request to end, by the closing of the terminal, and when nobody reads stdout any more. */
function whenToEnd(): AbortSignal {
  const end = new AbortController();
  // Once each: whoever asks twice doesn't want to wait.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end.abort());
  tidyUpWithReader(() => end.abort());
  return end.signal;
}

function readPatterns(text: string, before: readonly string[] = []): readonly string[] {
  const pattern = v.safeParse(EventPattern, text);
  if (!pattern.success) throw new UsageError(`--events ${pattern.issues[0].message}; it is ${JSON.stringify(text)}.`);
  if (before.length === MAX_EVENT_PATTERNS) throw new UsageError(`--events takes at most ${MAX_EVENT_PATTERNS}.`);
  return [...before, pattern.output];
}

function numberOption(flags: string, description: string, least: number, most: number, usual: number): Option {
  const [name] = flags.split(' ');
  return new Option(flags, description).default(usual).argParser((text) => {
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError(`${name} must be a number from ${least} to ${most}; it is ${JSON.stringify(text)}.`);
  });
}
