/** `ctl top`: is it well, and if not, what to do first. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { writeResult } from '../stdio.ts';
import type { MetricsView } from '../top/metrics-view.ts';
import { printResult } from './run-command.ts';
import { findApiUrl, type ServiceOptions, serviceOptions } from './service-options.ts';

const LOCAL_MS = 2_000;
/** CloudWatch has a value a minute, and each refresh costs (docs/cost.md). */
const DEPLOYED_MS = 30_000;
const CLEAR_SCREEN = '\u001b[2J\u001b[H';

/** Adds `top`. */
export function addTopCommand(program: Command): void {
  program
    .command('top')
    .description('show the alarms, what to do first, and the dashboard; refreshed until Ctrl-C')
    .option('--once', 'show it once; --json does so, too')
    .addHelpText('after', ABOUT)
    .action(async ({ once = false }: { readonly once?: boolean }, command: Command) => {
      const options = serviceOptions(command);
      // A stage or local cloud that does not exist is reported by this.
      const apiUrl = await findApiUrl(options);
      const { renderTop } = await import('../top/render.ts');
      for (;;) {
        const view = await readMetrics(options, apiUrl);
        const text = renderTop(view, new Date());
        if (once || options.json) return await printResult(options, { text, json: view });
        await writeResult(`${process.stdout.isTTY ? CLEAR_SCREEN : ''}${text}\n`);
        await sleep(options.env === undefined ? LOCAL_MS : DEPLOYED_MS);
      }
    });
}

async function readMetrics({ env }: ServiceOptions, apiUrl: string): Promise<MetricsView> {
  if (env === undefined) return (await import('../top/local-metrics.ts')).localMetrics(apiUrl);
  return (await import('../top/deployed-metrics.ts')).deployedMetrics(env);
}

const ABOUT = `
Alarms that are on come first, with what to do first; docs/runbook.md has a
section for each. Then the widgets of the stage's dashboard from top to bottom,
with the latest values of the last half hour. A local cloud evaluates the same
alarms by itself. For a deployed stage you need cloudwatch:DescribeAlarms,
ListDashboards, GetDashboard and GetMetricData.`;
