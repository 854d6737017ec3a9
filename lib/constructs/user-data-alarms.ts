/** The alarm of erasures that back ends have asked for. */
import type { Alarms } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { perMinute } from './stage-metrics.ts';

export function watchErasures(alarms: Alarms, eraser: ServiceFunction): void {
  alarms.watch('ErasureErrors', {
    section: 'functions',
    title: 'Errors of erasures',
    metric: eraser.lambda.metricErrors(perMinute.sum),
    atLeast: 1,
    periods: 15,
    whatToDo:
      'Users whom back ends want erased are not: the function fails every minute. Nothing is lost: it goes on where it was once it works. Read the log group of EraseUsersData, and check the tables for throttling and malformed items.',
  });
}
