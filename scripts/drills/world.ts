/** What a drill works with: a local cloud of its own, with a short minute, which it breaks and repairs. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import { type AlarmView, MetricsView } from '../../ctl/top/metrics-view.ts';
import type { Fault } from '../../local/faults/fault.ts';
import { eventually } from '../../testing/eventually.ts';
import type { OwnCloud } from '../../testing/own-cloud.ts';
import { type Respond, startReceiver } from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';
import { type Client, call } from '../../testing/service.ts';

/** A network of the drill, and its callers. */
export interface Room {
  readonly networkId: NetworkId;
  readonly admin: Client;
  readonly server: Client;
  readonly user: Client;
}

/** A JSON line of a log. */
type LogLine = Readonly<Record<string, unknown>>;

export interface World extends AsyncDisposable {
  readonly cloud: OwnCloud;
  /** Prints a line of what happens. */
  say(text: string): void;
  /** Runs `ctl`, and returns what it wrote to stdout. Rejects if it fails. */
  ctl(...words: readonly string[]): Promise<string>;
  /** Breaks this, and nothing else any more. Without an argument nothing is broken. */
  break(...faults: readonly Fault[]): Promise<void>;
  /** Waits until an alarm has a state, or was in `ALARM` since the drill began. */
  alarm(name: string, state: AlarmView['state']): Promise<AlarmView>;
  /** Runs a schedule now, as EventBridge Scheduler does each minute. `name` is that of its function. */
  fire(name: string): Promise<void>;
  /** Does something again and again, until the returned function is called. Failures count for nothing. */
  load(act: () => Promise<unknown>): () => Promise<void>;
  room(): Promise<Room>;
  receiver(respond?: Respond): Promise<Receiver>;
  /** Waits for a line of this drill in a log: that of a function, such as `Delivery-Sweep`, or `access-log`. */
  logged(log: string, isWanted: (line: LogLine) => boolean): Promise<LogLine>;
}

const root = join(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;
const LOAD_PAUSE_MS = 80;
const JsonLine = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
const Schedules = v.object({ schedules: v.array(v.object({ logicalId: v.string() })) });

/** `data` is the data folder of the cloud. Disposing of the world repairs it and stops its receivers. */
export function createWorld(cloud: OwnCloud, data: string, say: (text: string) => void): World {
  const began = Date.now();
  const cleanUp = new AsyncDisposableStack();
  const local = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    call(method, `/_local/${path}`, { url: cloud.url, body });
  let rooms = 0;

  const world: World = {
    cloud,
    say,
    ctl: (...words) => {
      say(`$ npm run -s ctl -- ${words.join(' ')}`);
      return runCtl([...words, '--data', data], say);
    },
    async break(...faults) {
      const { status, text } = await local('PUT', 'faults', { faults });
      if (status !== 200) throw new Error(`It can't be broken in this way: ${text}`);
    },
    alarm: (name, state) =>
      eventually(async () => {
        const { alarms } = v.parse(MetricsView, (await local('GET', 'metrics')).body);
        const alarm = alarms.find((one) => one.name === name);
        // An alarm may have ended by itself while another one was waited for.
        if (state === 'ALARM' && alarm !== undefined && wentOff(alarm, began)) return alarm;
        if (alarm?.state !== state) throw new Error(`${name} is ${alarm?.state}, not ${state}: ${alarm?.reason}`);
        return alarm;
      }, PATIENCE_MS),
    async fire(name) {
      const { schedules } = v.parse(Schedules, (await local('GET', 'schedules')).body);
      const { logicalId } = schedules.find((schedule) => schedule.logicalId.includes(name)) ?? {};
      await local('POST', `schedules/${logicalId}/fire`);
    },
    load(act) {
      const stop = new AbortController();
      const repeated = async (): Promise<void> => {
        while (!stop.signal.aborted) {
          await act().catch(() => undefined);
          await sleep(LOAD_PAUSE_MS, undefined, { signal: stop.signal }).catch(() => undefined);
        }
      };
      const running = repeated();
      const end = (): Promise<void> => {
        stop.abort();
        return running;
      };
      cleanUp.defer(end);
      return end;
    },
    async room() {
      rooms += 1;
      const networkId = await cloud.addNetwork(`drill-${began.toString(36)}-${rooms}`);
      const [admin, server, user] = await Promise.all(
        (['admin', 'server', 'user'] as const).map((role) => cloud.clientOf(networkId, role)),
      );
      if (admin === undefined || server === undefined || user === undefined) throw new Error('unreachable');
      return { networkId, admin, server, user };
    },
    async receiver(respond) {
      const receiver = await startReceiver(respond);
      cleanUp.defer(() => receiver.stop());
      return receiver;
    },
    logged: (log, isWanted) =>
      eventually(() => {
        const lines = readFileSync(join(data, 'logs', `${log}.log`), 'utf8')
          .split('\n')
          .toReversed();
        for (const text of lines) {
          const line = v.safeParse(JsonLine, text);
          if (line.success && isOf(line.output, began) && isWanted(line.output)) return line.output;
        }
        throw new Error(`the log ${log} has no such line`);
      }, PATIENCE_MS),
    [Symbol.asyncDispose]: () => cleanUp.disposeAsync(),
  };
  cleanUp.defer(() => world.break());
  return world;
}

const wentOff = ({ changes }: AlarmView, since: number): boolean =>
  changes.some(({ state, at }) => state === 'ALARM' && Date.parse(at) >= since);

/** Whether a line was written since a time, in milliseconds. */
function isOf({ requestTime, timestamp }: LogLine, since: number): boolean {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number(requestTime);
  return at >= since;
}

function runCtl(words: readonly string[], say: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(root, 'bin/ctl.ts'), ...words], { cwd: root }, (error, stdout, stderr) => {
      for (const line of `${stdout}${stderr}`.trimEnd().split('\n')) say(`  ${line}`);
      if (error === null) resolve(stdout);
      else reject(new Error(`ctl ${words.join(' ')} failed: ${stderr}`));
    });
  });
}
