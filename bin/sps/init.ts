/** `sps init`: writes a CDK app with one stage, and nothing else. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import * as v from 'valibot';

const APP = `/** The stages of this app. Every setting has a sentence in its type. */
import { App } from 'aws-cdk-lib';
import { SocialPlatform } from 'social-platform-services';

const app = new App();

new SocialPlatform(app, 'prod', {
  // Account and region are those of the credentials, unless they are named:
  // env: { account: '111122223333', region: 'eu-west-1' },
  alarms: {
    enabled: true,
    // Who is told? { email: 'on-call@example.com' }, or why nobody gets mails.
    notify: { nobody: 'not decided yet' },
  },
});
`;

const Package = v.pipe(v.string(), v.parseJson(), v.looseObject({ type: v.optional(v.string()) }));

/** Returns the exit code: 1 if a file is there already, and then nothing is written. */
export function init(words: readonly string[]): number {
  new Command('sps init')
    .description('Writes app.ts and cdk.json: a CDK app with one stage.')
    .parse(words, { from: 'user' });
  const { file, becomesModule } = fileOfApp();
  const there = [file, 'cdk.json'].filter((name) => existsSync(name));
  if (there.length > 0) {
    console.error(`${there.join(' and ')} is there already: nothing was written.`);
    return 1;
  }
  writeFileSync(file, APP);
  // Node runs TypeScript itself; the option hides that this is new.
  write('cdk.json', { app: `node --disable-warning=ExperimentalWarning ${file}` });
  if (becomesModule) write('package.json', { ...packageJson(), type: 'module' });
  console.log(`Wrote ${file} and cdk.json${becomesModule ? ', and "type": "module" in package.json' : ''}. Next:

  npx sps start           # hosts the stage on this machine
  npx cdk bootstrap       # once for each account and region
  npx cdk deploy --all    # or npx sps deploy --env prod, which looks at the account first`);
  return 0;
}

/**
 * `npm init` makes a package of CommonJS, in whose `.ts` files Node takes no `import`. If it has no code yet, it becomes
 * one of ES modules; else the app gets a name by which Node knows it for one.
 */
function fileOfApp(): { readonly file: 'app.ts' | 'app.mts'; readonly becomesModule: boolean } {
  const isCommonJs = existsSync('package.json') && packageJson().type === 'commonjs';
  const hasCode = readdirSync('.').some((name) => /\.[cm]?[jt]sx?$/.test(name));
  return { file: isCommonJs && hasCode ? 'app.mts' : 'app.ts', becomesModule: isCommonJs && !hasCode };
}

const packageJson = (): v.InferOutput<typeof Package> => v.parse(Package, readFileSync('package.json', 'utf8'));

const write = (file: string, value: object): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
