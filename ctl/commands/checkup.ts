/** `ctl checkup`: how the receiver of a webhook handles valid, forged and unusual requests. */

import type { CheckupResult } from '@social-platform-services/client';
import type { Command } from 'commander';
import type { NetworkId } from '../../contract/ids.ts';
import { WebhookName } from '../../contract/webhooks.ts';
import { OperatorError } from '../errors.ts';
import { printResult } from '../output.ts';
import { findService } from '../service.ts';
import { adminClient } from '../webhooks-api.ts';
import { networkOption, parsedWith, serviceOptions } from './shared.ts';

/** Adds `checkup`. */
export function addCheckupCommand(program: Command): void {
  program
    .command('checkup')
    .description("check a webhook's receiver: signatures, repetitions, large bodies, speed")
    .argument('<webhook>', 'id of the webhook', parsedWith(WebhookName))
    .addOption(networkOption())
    .addHelpText('after', ABOUT)
    .action(async (webhookId: WebhookName, { network }: { readonly network: NetworkId }, command: Command) => {
      const options = serviceOptions(command);
      const client = adminClient(await findService(options, 'data', 'service'), network);
      const { results } = await client.checkUpWebhook({ parameters: { webhookId } });
      await printResult(options, { text: results.map(lineOf).join('\n'), json: results });
      const failed = results.filter(({ verdict }) => verdict === 'failed').length;
      if (failed > 0) {
        throw new OperatorError(`${failed} of ${results.length} questions failed.`, 'The lines above say what to do.');
      }
    });
}

const signs = { passed: 'ok', warning: 'WARNING', failed: 'FAILED', skipped: 'skipped' } as const;

const lineOf = ({ verdict, finding, fix }: CheckupResult): string =>
  `${signs[verdict].padEnd(8)} ${finding}${fix === undefined ? '' : `\n         ${fix}`}`;

const ABOUT = `
The check-up sends up to eight requests with the event webhook.checkup. They are
not in the delivery log, and count as test events. The exit code is 1 if a
question failed. A warning does not count as a failure.`;
