/** The settings of the local cloud in which drills run. */
import type { OwnCloudOptions } from '../../testing/own-cloud.ts';

/**
 * Half a second stands for a minute: an alarm of five minutes goes off in less than three seconds, and a message that is a minute
 * old has waited for half a second.
 */
export const drillCloud: Omit<OwnCloudOptions, 'data'> = { inMemory: true, minuteSeconds: 0.5, weather: 'calm' };
