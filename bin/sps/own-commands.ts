/** The commands that are not the operator's. Each loads when it is called. */
import type { OwnCommand } from '@social-platform-services/ctl/program';

/** Runs with the words after its name, and returns the exit code; undefined if the process goes on. */
interface Runnable extends OwnCommand {
  run(words: readonly string[]): Promise<number | undefined>;
}

/** A command without a library for its command line, which would print its help. */
const withHelp = (description: string, help: () => Promise<string>, run: Runnable['run']): Runnable => ({
  description,
  async run(words) {
    if (!words.includes('--help') && !words.includes('-h')) return await run(words);
    console.log(await help());
    return 0;
  },
});

const ofStages = (command: 'deploy' | 'diff' | 'destroy', description: string): Runnable =>
  withHelp(
    description,
    async () => (await import('./stages.ts')).stageHelp(command),
    async (words) => (await import('./stages.ts')).runOnStage(command, words),
  );

export const ownCommands: Readonly<Record<string, Runnable>> = {
  init: {
    description: 'write app.ts and cdk.json: a CDK app with one stage',
    run: async (words) => (await import('./init.ts')).init(words),
  },
  start: {
    description: 'host a stage on this machine: that of the app in this folder, or a default one',
    run: async (words) => (await import('./start.ts')).start(words),
  },
  doctor: {
    description: 'check what the other commands need: Node, Java or Docker, ports, disk, credentials',
    run: async (words) => (await import('./doctor.ts')).doctor(words),
  },
  deploy: ofStages('deploy', 'check the account, then deploy a stage'),
  diff: ofStages('diff', 'show what a deployment would change'),
  destroy: ofStages('destroy', 'delete a stage with its data; refused for protected ones'),
  smoke: withHelp(
    'call the main flows of a deployed stage, or of a running local cloud',
    async () => (await import('../smoke/smoke.ts')).smokeHelp,
    async (words) => (await import('../smoke/smoke.ts')).runSmoke(words),
  ),
  prove: withHelp(
    'check in a temporary stage, which is deleted at the end, whether AWS behaves as this service assumes',
    async () => (await import('../prove/arguments.ts')).proveHelp,
    async (words) => (await import('./prove.ts')).prove(words),
  ),
};
