/**
 * What may import what. Each area names the files that it imports, and packages that it must not have; a file belongs to
 * the last area with the beginning of its path. Types count as imports.
 */

/** An area of the repository. */
interface Area {
  /** How the paths of its files begin. */
  readonly files: string;
  /** How the paths begin that it may import, or what they match. */
  readonly imports: readonly (string | RegExp)[];
  /** Packages, and parts of Node, that it must not import: by how their names begin. */
  readonly without?: readonly string[];
  /** Why, for who is refused. */
  readonly reason: string;
}

/** The modules of `lambdas/`, from the lowest to the highest: a module imports only those that stand before it. */
export const modules = [
  'shared',
  'audit',
  'auth',
  'events',
  'block',
  'activity',
  'user-data',
  'deliveries',
  'pacing',
  'receiver-health',
  'webhooks',
  'notices',
  'statistics',
  'sending',
  'checkup',
  'delivery-log',
  'recovery',
  'pull',
  'delivery',
  'api',
] as const;

const CDK = ['aws-cdk-lib', 'constructs', 'cdk-nag'];
const NODE = ['node:'];
const ANYTHING_BUT_TESTS = /^(?!([\w-]+\/)?test\/)/;
const ANYTHING_AND_HELPERS = /^(?!([\w-]+\/)?test\/(?!support\/))/;
/** Helpers of tests that know nothing of the service. */
const helpersOfAll = [
  'database-processes',
  'eventually',
  'fast-check',
  'local-cloud-process',
  'property-runs',
  'runtime-cases',
  'temporary-folder',
].map((name) => `test/support/${name}.ts`);
/** What screens share. */
const ofScreens = ['client/', 'contract/', 'panel/api/', 'panel/session/', 'panel/shared/'];
const screens = ['audit', 'deliveries', 'event-types', 'network', 'search', 'sign-in', 'webhooks'];

const areas: readonly Area[] = [
  { files: '', imports: [ANYTHING_BUT_TESTS], reason: 'Only tests import tests.' },
  { files: 'test/', imports: [''], reason: 'A test imports anything.' },
  ...['bench/', 'scripts/'].map((files) => ({
    files,
    imports: [ANYTHING_AND_HELPERS],
    reason: 'Benchmarks and scripts import the helpers of tests from test/support/, and nothing else from test/.',
  })),
  { files: 'contract/', imports: ['contract/'], reason: 'The contract imports nothing of ours.' },
  ...modules.map((module, index) => ({
    files: `lambdas/${module}/`,
    imports: ['contract/', ...modules.slice(0, index + 1).map((below) => `lambdas/${below}/`)],
    without: CDK,
    reason: 'A function imports the contract and modules below its own; never the CDK app, the tools or the tests.',
  })),
  {
    files: 'bin/',
    imports: [/^(?!([\w-]+\/)?test\/|scripts\/)/],
    reason: 'What users run imports nothing from scripts/, which contributors run, and no tests.',
  },
  {
    files: 'lib/',
    imports: ['lib/', 'contract/', 'cdk.json'],
    reason: 'The CDK app imports the contract; handlers are named by their file path.',
  },
  {
    files: 'local/',
    imports: ['local/'],
    without: CDK,
    reason: 'The local cloud knows resource types of AWS and nothing of this service; bin/start/ tells it the rest.',
  },
  {
    files: 'ctl/',
    imports: ['ctl/', 'contract/', 'client/', /^lambdas\/([\w/-]+-table|auth\/access-token|user-data\/[\w-]+)\.ts$/],
    without: CDK,
    reason: "The operator's command line imports the contract, the client, tables, access tokens and user-data/.",
  },
  { files: 'client/', imports: ['client/'], reason: 'The client is a package: it imports its own files.' },
  { files: 'client/react/', imports: ['client/'], reason: 'The hooks import the client, and React.' },
  { files: 'panel/', imports: ['panel/', 'client/', 'contract/'], reason: 'The panel talks through the client.' },
  { files: 'panel/build.ts', imports: [ANYTHING_BUT_TESTS], reason: 'Only tests import tests.' },
  {
    files: 'panel/app/',
    imports: ['panel/', 'client/'],
    without: NODE,
    reason: 'panel/app/ composes the panel, which talks through the client only.',
  },
  {
    files: 'panel/session/',
    imports: ['panel/session/', 'client/'],
    without: NODE,
    reason: 'panel/session/ imports the client, and nothing else of ours.',
  },
  {
    files: 'panel/api/',
    imports: ['panel/api/', 'panel/session/', 'client/'],
    without: NODE,
    reason: 'panel/api/ imports the client and session/.',
  },
  {
    files: 'panel/shared/',
    imports: ofScreens,
    without: NODE,
    reason: 'panel/shared/ imports the client, the contract, api/ and session/; no screen, never app/.',
  },
  ...screens.map((screen) => ({
    files: `panel/${screen}/`,
    imports: [`panel/${screen}/`, ...ofScreens],
    without: NODE,
    reason: 'A screen imports the client, the contract, api/, session/ and shared/; never another screen, never app/.',
  })),
  ...['client', 'ctl', 'docs', 'panel'].map((workspace) => ({
    files: `${workspace}/test/`,
    imports: [''],
    reason: 'A test imports anything.',
  })),
  {
    files: 'local/test/',
    imports: ['local/', ...helpersOfAll],
    reason: 'The local cloud is tested without the service, and with helpers that know nothing of it.',
  },
  ...helpersOfAll.map((files) => ({
    files,
    imports: ['local/', ...helpersOfAll],
    reason: 'The tests of the local cloud use it, which know nothing of the service.',
  })),
];

/** What a unit test does without. */
const NEEDS_A_CLOUD = /^test\/support\/((service|own-cloud|local-cloud-process|chromium)\.ts$|browser\/)/;
const UNIT_TEST = /^([\w-]+\/)?test\/(?!e2e\/|stacks\/).*(?<!\.integration)\.test\.ts$/;

/**
 * Why a file may not import something, or undefined. `imported` is a path from the root, or how a package or a part of
 * Node is named.
 */
export function whyRefused(file: string, imported: string, isOurs: boolean): string | undefined {
  const area = areas.findLast(({ files }) => file.startsWith(files));
  if (area === undefined) return undefined;
  const { imports, without = [], reason } = area;
  if (!isOurs) {
    if (file.startsWith('client/') && !file.startsWith('client/test/'))
      return file.startsWith('client/react/') && imported === 'react' ? undefined : reason;
    return without.some((name) => imported === name || imported.startsWith(name.endsWith(':') ? name : `${name}/`))
      ? reason
      : undefined;
  }
  if (UNIT_TEST.test(file) && NEEDS_A_CLOUD.test(imported))
    return 'A unit test has no local cloud and no browser; a test that needs one is called *.integration.test.ts.';
  const isAllowed = imports.some((one) => (typeof one === 'string' ? imported.startsWith(one) : one.test(imported)));
  return isAllowed ? undefined : reason;
}
