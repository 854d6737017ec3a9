/** The commands that are not the operator's. Each loads when it is called. */
import type { OwnCommand } from '@social-platform-services/ctl/program';

/** Runs with the words after its name, and returns the exit code; undefined if the process goes on. */
interface Runnable extends OwnCommand {
  run(words: readonly string[]): Promise<number | undefined>;
}

const ofStages = (command: 'deploy' | 'diff' | 'destroy', description: string): Runnable => ({
  description,
  run: async (words) => (await import('./stages.ts')).runOnStage(command, words),
});

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
  smoke: {
    description: 'call the main flows of a deployed stage, or of a running local cloud',
    run: async (words) => (await import('../smoke/smoke.ts')).runSmoke(words),
  },
  prove: {
    description: 'show which behaviours of AWS are as this service assumes, in a stage that is made for it and deleted',
    run: async (words) => (await import('./prove.ts')).prove(words),
  },
};
