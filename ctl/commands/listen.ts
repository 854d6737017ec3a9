/** `ctl listen`: prints the webhook requests of a network as they arrive. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import { EventPattern } from '../../contract/event-names.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { MAX_EVENT_PATTERNS } from '../../contract/webhooks.ts';
import { UsageError } from '../errors.ts';
import { listen } from '../listen/listen.ts';
import { listenByPull } from '../listen/listen-by-pull.ts';
import { watchLog } from '../listen/watch-log.ts';
import { findLocalCloud } from '../local-cloud.ts';
import { cleanUpOnClosedStdout } from '../output.ts';
import { findService } from '../service.ts';
import { adminClient } from '../webhooks-api.ts';
import { endedBySignals, networkOption, numberOption, parsedWith, serviceOptions } from './shared.ts';

interface Options {
  readonly network: NetworkId;
  readonly events?: readonly string[];
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly port: number;
  readonly answer: number;
  readonly delay: number;
  readonly log?: true;
  readonly pull?: true;
}

/** Adds `listen`. */
export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('print the webhook requests of a network as they arrive, until Ctrl-C')
    .addOption(networkOption())
    .addOption(
      new Option('--events <pattern...>', "which events: 'channel.*', channel.didCreate; all by default").argParser(
        parsePatterns,
      ),
    )
    .addOption(
      new Option('--filter <pattern>', 'which of them by content: an event pattern of EventBridge, as JSON').argParser(
        parsedWith(JsonObject),
      ),
    )
    .addOption(numberOption('--port <port>', "the receiver's port; 0 picks a free one", 0, 65_535, 0))
    .addOption(numberOption('--answer <status>', 'status of each response', 200, 599, 200))
    .addOption(numberOption('--delay <ms>', 'milliseconds before each response', 0, 60_000, 0))
    .option('--log', 'print the delivery log instead; the default for a deployed stage')
    .addOption(
      new Option('--pull', 'read the events instead of receiving them; also works for a deployed stage').conflicts([
        ...['log', 'port', 'answer', 'delay'],
      ]),
    )
    .addHelpText('after', ABOUT)
    .action(async ({ network, events = ['*'], filter, log, pull, ...options }: Options, command: Command) => {
      const service = serviceOptions(command);
      const { data, env, json } = service;
      const ending = endedBySignals();
      cleanUpOnClosedStdout(() => ending.abort());
      const end = ending.signal;
      if (pull) {
        const client = adminClient(await findService(service, 'data', 'service'), network);
        return await listenByPull(client, { networkId: network, events, filter: filter ?? null, json }, end);
      }
      if (log || env !== undefined) {
        if (filter) throw new UsageError('--filter is for a webhook: the delivery log has no content of events.');
        const client = adminClient(await findService(service, 'data', 'service'), network, 'viewer');
        return await watchLog(client, { networkId: network, events, json }, end);
      }
      const cloud = await findLocalCloud(data);
      await listen(cloud, { ...options, events, filter: filter ?? null, networkId: network, folder: data, json }, end);
    });
}

const ABOUT = `
The command starts a receiver on loopback and creates a webhook for it. It
checks both signatures of every request, and prints events to stdout (with
--json, one object per line) and everything else to stderr. At the end it
removes the webhook. If the local cloud is started again in between, the command
continues.

AWS can't reach this machine. With --pull, the command makes a webhook whose
events it reads itself, also with --env NAME. It shows each event some seconds
after its acceptance. If the command is killed, its next run removes that
webhook. With --env NAME and without --pull, it shows the delivery log of the
network, which has the deliveries to the webhooks that exist already.

To see how failures are handled, let each request fail with --answer 503, or
with --delay 2000, which is more than the 1.5 s that a receiver has.`;

const JSON_OBJECT = 'must be a JSON object';
const JsonObject = v.pipe(
  v.string(),
  v.parseJson(undefined, JSON_OBJECT),
  v.record(v.string(), v.unknown(), JSON_OBJECT),
);

function parsePatterns(text: string, before: readonly string[] = []): readonly string[] {
  if (before.length === MAX_EVENT_PATTERNS) throw new InvalidArgumentError(`It takes at most ${MAX_EVENT_PATTERNS}.`);
  return [...before, parsedWith(EventPattern)(text)];
}
