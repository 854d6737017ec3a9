/** The weather that a local cloud is started with: the option's values, without any of the code behind them. */

export const weatherNames = ['calm', 'aws', 'storm'] as const;
export type WeatherName = (typeof weatherNames)[number];

/** Weather with faults, and the seed that decides which. */
export interface BadWeather {
  readonly name: Exclude<WeatherName, 'calm'>;
  /** A whole number from 0 to 2^53 - 1. */
  readonly seed: number;
}

/** Undefined for text that is no whole number of this range. */
export function readSeed(text: string): number | undefined {
  const seed = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(seed) ? seed : undefined;
}
