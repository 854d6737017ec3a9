import * as v from 'valibot';
import { longestRetention, Retention } from '../../contract/tables.ts';
import { optional } from './env.ts';

const ofEnvironment = v.pipe(v.string(), v.parseJson(), Retention);

/** The stage's periods, from this function's environment; outside of functions, the longest. Throws where they are malformed. */
export function stageRetention(): Retention {
  const text = optional('RETENTION');
  return text === undefined ? longestRetention : v.parse(ofEnvironment, text);
}

/** Seconds since 1970: so many days after a time (ISO 8601). */
export const expiryAfter = (time: string, days: number): number =>
  Math.ceil(Date.parse(time) / 1000) + days * 24 * 60 * 60;
