/** A run against a local cloud: the part that needs no account, so that it works on the day on which it is used. */
import { findService } from '@social-platform-services/ctl/service';
import { hostedStage } from '../stage/assembly-stages.ts';
import { allProofs } from './all-proofs.ts';
import { measureBlocks, measureDeliveries } from './measurements.ts';
import { openProofContext, startLocalReceiver } from './proof-context.ts';
import { LOCAL, type Run } from './report.ts';
import { type RunTools, Steps } from './steps.ts';
import { versions } from './versions.ts';

/** Runs, and removes what it has made. Throws OperatorError if the local cloud does not run. */
export async function proveLocally(data: string, tools: RunTools): Promise<Run> {
  const startedAt = Date.now();
  const service = await findService({ data });
  const config = hostedStage(data);
  const steps = new Steps(tools);
  const receiver = await startLocalReceiver();
  try {
    await steps.command('smoke test', 'smoke', ['--data', data]);
    const context = await steps.step('a network', () => openProofContext(service, config, receiver.url, undefined));
    try {
      const findings = await steps.prove(allProofs, context);
      const measurements = [
        ...(await steps.measure('blocks', () => measureBlocks(context))),
        ...(await steps.measure('deliveries', async () => [await measureDeliveries(context)])),
        { what: 'the first response of a new process', milliseconds: [], missing: 'untried: it needs AWS' },
      ];
      const cost = 'Untried: it needs AWS.';
      return {
        startedAt,
        endedAt: Date.now(),
        place: LOCAL,
        stage: 'local',
        versions: versions(),
        steps: steps.done,
        findings,
        measurements,
        cost,
      };
    } finally {
      await steps.cleaning('removing the network', () => context.close());
    }
  } finally {
    receiver.stop();
  }
}
