/**
 * Processor time of each function of the pipeline, warm: a call, and each further event of the call. It is what the capacity
 * model needs (bench/model/measured.ts). Unlike elapsed time it is hardly affected by what else the machine does.
 */
import type { Measure, Row } from './harness/row.ts';
import { pipelineCalls, type TimedCalls } from './harness/service-times/calls.ts';
import { processorTimes } from './harness/service-times/processor-times.ts';
import { rounded } from './harness/statistics.ts';
import type { ProcessorTime } from './model/measured.ts';

export const measure: Measure = async (progress) => {
  const rows: Row[] = [];
  for (const calls of pipelineCalls()) {
    rows.push(...rowsOf(calls, await processorTimes(calls)));
    progress(`${calls.name} is measured`);
  }
  return rows;
};

function rowsOf({ name, of }: TimedCalls, { perCall, perItem }: ProcessorTime): Row[] {
  const row = (figure: number, what: string): Row => ({
    name: `${name}, ${what}`,
    figure: rounded(figure),
    unit: 'ms of processor time',
  });
  return of === undefined ? [row(perCall, 'a call')] : [row(perCall, 'a call'), row(perItem, `each ${of}`)];
}
