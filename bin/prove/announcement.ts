/** What is said before a run begins. */

import { DEFAULT_PREFIX } from '../../contract/stages.ts';
import type { StageConfig } from '../../lib/stage-config.ts';
import { type StageNames, stackNames } from '../../lib/stage-names.ts';
import { dollars } from './markdown.ts';
import { mostDollars } from './usage.ts';

/** The stack of the laboratory beside a stage. */
export const laboratoryStack = ({ name, prefix = DEFAULT_PREFIX }: StageNames): string => `${prefix}-prove-${name}`;

/** What will be created in the account, what it costs at most, and what goes away again. */
export const announcement = (
  stage: StageNames & Pick<StageConfig, 'delivery'>,
  region: string,
  account = 'unknown',
): string =>
  [
    `This deploys the stage ${stage.name} to ${region} of the account ${account}, tries it, and deletes it again.`,
    `It creates the stacks ${stackNames(stage).join(', ')}, and ${laboratoryStack(stage)} with eight functions, five queues, a table`,
    'and a public URL of a function that stores nothing. The account has to be bootstrapped for the CDK.',
    `It takes about half an hour, most of it for CloudFront, and costs at most ${dollars(mostDollars(stage.delivery))}.`,
    'One proof has Lambda end a loop on purpose, of which AWS may tell the owner of the account by e-mail.',
    'Ctrl-C ends it at any time, and deletes what it has created. The report has no account ids.',
  ].join('\n');
