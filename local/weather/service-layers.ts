/** The layers that bad weather puts between functions and the emulators. The first one sees a call first. */
import type { Layer } from '../proxy/layer.ts';
import { callFaults } from './call-faults.ts';
import { Decisions } from './decisions.ts';
import { dynamodbFaults } from './dynamodb-faults.ts';
import { traceMessages } from './message-trace.ts';
import type { Fault } from './probabilities.ts';
import { readLag } from './read-lag.ts';
import { sqsFaults } from './sqs-faults.ts';
import type { BadWeather } from './weather-options.ts';

/** `onInjected` is called with each fault. */
export function weatherLayers(weather: BadWeather, onInjected: (fault: Fault) => void): readonly Layer[] {
  const decisions = new Decisions(weather, onInjected);
  return [callFaults(decisions), dynamodbFaults(decisions), sqsFaults(decisions), traceMessages, readLag];
}
