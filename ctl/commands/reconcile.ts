/** `ctl reconcile`: whether a receiver has every delivery, by the ids that it has stored; what is missing is sent again. */
import { type Command, Option } from 'commander';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import { LedgerHour } from '../../contract/ledger.ts';
import { timestamp } from '../../contract/schema.ts';
import { OperatorError, UsageError } from '../errors.ts';
import { networkOption } from './arguments.ts';
import { printResult } from './run-command.ts';
import { findApiUrl, openService, serviceOptions } from './service-options.ts';

interface Options {
  readonly webhook: string;
  readonly network: NetworkId;
  readonly file: string;
  readonly hour?: string;
  readonly since?: string;
}

const DAY_MILLISECONDS = 24 * 60 * 60_000;

/** Adds `reconcile`. */
export function addReconcileCommand(program: Command): void {
  program
    .command('reconcile')
    .description('compare what a receiver has stored with the ledger of its webhook, and send again what it lacks')
    .addOption(new Option('--webhook <webhook>', 'id of the webhook').makeOptionMandatory())
    .addOption(networkOption())
    .addOption(
      new Option('--file <file>', 'the stored ids: one webhook-id on each line, in any order').makeOptionMandatory(),
    )
    .addOption(
      new Option('--hour <hour>', 'one hour in UTC, such as 2026-11-22T21').argParser(parsed('--hour', LedgerHour)),
    )
    .addOption(
      new Option('--since <time>', 'all hours from then on that are over; the last 24 hours by default')
        .argParser(parsed('--since', timestamp()))
        .conflicts('hour'),
    )
    .addHelpText('after', ABOUT)
    .action(async ({ webhook: webhookId, network, file, hour, since }: Options, command: Command) => {
      const options = serviceOptions(command);
      const [{ webhooksApi }, { readIds, reconcileHours, reconciledText }, { settledHours }] = await Promise.all([
        import('../webhooks-api.ts'),
        import('../reconcile.ts'),
        import('../../client/webhooks/reconcile.ts'),
      ]);
      const ids = await readIds(file);
      const [connection, url] = await Promise.all([openService(options), findApiUrl(options)]);
      const secret = await webhooksApi(connection, url, network).secrets(webhookId);
      const start = since === undefined ? new Date(Date.now() - DAY_MILLISECONDS) : new Date(since);
      const hours = hour === undefined ? settledHours(start) : [hour];
      const results = await reconcileHours({ url, networkId: network, webhookId, secret }, hours, ids);
      await printResult(options, { text: reconciledText(results), json: results });
      const missing = results.reduce((sum, one) => sum + one.missing.length, 0);
      if (missing > 0) {
        throw new OperatorError(`Deliveries were missing: ${missing}.`, 'Run it again when they have arrived.');
      }
    });
}

const parsed =
  <Schema extends v.GenericSchema<unknown, string>>(name: string, schema: Schema) =>
  (text: string): string => {
    const result = v.safeParse(schema, text);
    if (result.success) return result.output;
    throw new UsageError(`${name} ${result.issues[0].message}; it is ${JSON.stringify(text)}.`);
  };

const ABOUT = `
An hour is that in which the service accepted the events; it is part of each id.
It is over 15 minutes after its end. The exit code is 1 if something was missing.`;
