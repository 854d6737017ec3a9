/** The storm itself: one disaster after the other, each at a time and for as long as the seed says. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BadWeather } from '../../../local/weather/weather-options.ts';
import { type Disaster, disasters, strike } from './disasters.ts';
import type { StormCloud } from './storm-cloud.ts';

/** How a storm goes on: its next disaster, for how long, and after which pause. */
interface Next {
  readonly disaster: Disaster;
  readonly lastsMs: number;
  readonly pauseMs: number;
}

/** Other systems can't limit the files of a process that runs. */
const possible = disasters.filter((disaster) => disaster !== 'full disk' || process.platform === 'linux');

/** One kill, and each other disaster, within some seconds. */
export function quickStorm(random: () => number): readonly Next[] {
  const kills: readonly Disaster[] = ['kill cloud', 'kill database', 'kill supervisor'];
  const kill = kills[Math.floor(random() * kills.length)];
  const chosen = possible.filter((disaster) => disaster === kill || !kills.includes(disaster));
  return shuffled(chosen, random).map((disaster) => ({ disaster, lastsMs: 2_000, pauseMs: 500 + random() * 1_500 }));
}

/** For so many seconds, all disasters in rounds; the database stops for up to a minute. */
export function* longStorm(seconds: number, random: () => number): Generator<Next> {
  const until = Date.now() + seconds * 1_000;
  for (;;) {
    for (const disaster of shuffled(possible, random)) {
      if (Date.now() >= until) return;
      yield { disaster, lastsMs: 1_000 + random() ** 2 * 59_000, pauseMs: random() * 10_000 };
    }
  }
}

/** Lives through it. Returns how often each disaster came. */
export async function liveThrough(
  cloud: StormCloud,
  plan: Iterable<Next>,
  weather: BadWeather,
): Promise<Readonly<Record<Disaster, number>>> {
  const counts = { 'kill cloud': 0, 'kill database': 0, 'kill supervisor': 0, 'stop database': 0, 'full disk': 0 };
  for (const { disaster, lastsMs, pauseMs } of plan) {
    await sleep(pauseMs);
    if (!(await cloud.isUp())) await cloud.restart(weather);
    await strike(cloud, disaster, lastsMs);
    counts[disaster] += 1;
    if (!(await cloud.isUp())) await cloud.restart(weather);
  }
  return counts;
}

const shuffled = <T>(values: readonly T[], random: () => number): readonly T[] =>
  values
    .map((value) => ({ value, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value);
