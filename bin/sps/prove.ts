/** `sps prove`, with the stages of the app in this folder. */
import { isInstalled } from '@social-platform-services/ctl/about';
import { runOwnCommand } from '../prove/commands.ts';
import { runProve } from '../prove/main.ts';
import { synthesizedApp } from './stages.ts';

/** Runs what was typed, and returns the exit code. */
export const prove = (words: readonly string[]): Promise<number> =>
  isInstalled ? runProve(words, { command: runOwnCommand, app: () => synthesizedApp(process.cwd()) }) : runProve(words);
