/** Parses the command line of `npm run deploy`. */
import { parseArgs } from 'node:util';
import { deployableStageNames } from '../lib/config.ts';

const usage = `npm run deploy -- --env <${deployableStageNames.join('|')}> [arguments of cdk deploy]`;

/** The arguments for `cdk`, or a message about what is wrong. All arguments except `--env` are passed on in their order. */
export function deployArguments(
  args: readonly string[],
): { readonly cdk: readonly string[] } | { readonly problem: string } {
  const { tokens } = parseArgs({ args: [...args], options: { env: { type: 'string' } }, strict: false, tokens: true });
  const named = tokens.filter((token) => token.kind === 'option' && token.name === 'env');
  const [env, another] = named;
  if (env?.kind !== 'option' || env.value === undefined) return { problem: `Name the stage to deploy: ${usage}` };
  if (another !== undefined) return { problem: `Name one stage, not several: ${usage}` };
  if (env.value === 'local') {
    return { problem: `The stage local can't be deployed; npm start hosts it on this machine. ${usage}` };
  }
  const stage = deployableStageNames.find((name) => name === env.value);
  if (stage === undefined) return { problem: `There is no stage ${JSON.stringify(env.value)}: ${usage}` };

  const taken = env.inlineValue ? [env.index] : [env.index, env.index + 1];
  const passedOn = args.filter((_, index) => !taken.includes(index));
  return { cdk: ['deploy', '--all', '--context', `env=${stage}`, '--output', `cdk.out/${stage}`, ...passedOn] };
}
