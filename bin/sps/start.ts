/** `sps start`: hosts a stage on this machine, from the template that would be deployed. */

import { isInstalled, packageFolder, typedCommand } from '@social-platform-services/ctl/about';
import { type HostedApp, runLocalCloud } from '@social-platform-services/local';
import type { Command } from 'commander';
import { compileCache } from './compile-cache.ts';

/** Less memory for objects of a moment, of which V8 would let 16 MB gather (package.json has the same). */
const NODE_OPTION = '--max-semi-space-size=2';

/** Returns nothing: the process ends with the local cloud. */
export async function start(words: readonly string[]): Promise<undefined> {
  if (isInstalled) replaceProcess(words);
  await runLocalCloud(
    {
      usage: isInstalled ? typedCommand('start') : `${typedCommand('start')} --`,
      description: 'Hosts a stage on this machine, from the template that would be deployed.',
      help,
      compileCache,
      addOptions: (program: Command) => {
        if (isInstalled) program.option('--stage <name>', 'the stage of the app in this folder; its first by default');
      },
      load: async ({ stage }): Promise<HostedApp> => {
        if (!isInstalled) return (await import('../start/hosted-service.ts')).hostedService(packageFolder, process.env);
        const { installedService } = await import('../start/installed-service.ts');
        return installedService(process.cwd(), typeof stage === 'string' ? stage : undefined, process.env);
      },
    },
    [...words],
  );
}

const help = `
Environment:
  SPS_DELIVERY_SETTINGS  JSON that overrides webhook delivery settings, to see retries and probes in seconds:
                         '{"retryDelaysSeconds":[1,2,4],"probeFirstSeconds":1}'. The fields are those of delivery.settings
  SPS_EMBED_ORIGINS      origins whose pages may show the panel in a frame: 'http://localhost:8080'`;

/**
 * Runs again with the option of Node, in place of this process, where there is a way to do that; the package's command
 * can't be called with it. Without it the local cloud takes some megabytes more.
 */
function replaceProcess(words: readonly string[]): void {
  const [node, script] = [process.execPath, process.argv[1]];
  if (process.execArgv.includes(NODE_OPTION) || process.execve === undefined || script === undefined) return;
  process.execve(node, [node, NODE_OPTION, '--disable-warning=ExperimentalWarning', script, 'start', ...words]);
}
