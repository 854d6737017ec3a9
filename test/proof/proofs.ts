/** The proofs of docs/reliability.md: the command of each, and which of its figures must be 0. */

export interface Proof {
  /** Of its file of figures (figures.ts). */
  readonly name: string;
  /** What is typed to repeat it. */
  readonly command: string;
  /** Figures that count what must never happen. */
  readonly never: readonly string[];
}

/** Tests of test/proof/, with the variables that make them long. */
interface TestProof extends Proof {
  readonly path: string;
  readonly variables: Readonly<Record<string, string>>;
}

function testProof(
  name: string,
  path: string,
  variables: Readonly<Record<string, string>>,
  never: readonly string[],
): TestProof {
  const settings = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`);
  return { name, path, variables, never, command: `${settings.join(' ')} npm test -- ${path}` };
}

/** In the order in which `npm run soak` runs them. */
export const testProofs: readonly TestProof[] = [
  testProof('fuzz', 'test/proof/fuzz', { SPS_FUZZ: '20000' }, ['undocumented']),
  testProof('tenants', 'test/proof/tenants', { SPS_TENANTS: '12000' }, ['illicit']),
  testProof('model', 'test/proof/model', { SPS_MODEL: '5000' }, ['wrong']),
  testProof('storm', 'test/proof/storm.integration', { SPS_STORM: '300' }, [
    ...['lostEvents', 'lostActivities', 'duplicatedActivities', 'lostDeliveries', 'duplicatedDeliveries'],
    ...['failedTooEarly', 'deliveredToNobody', 'waitingWithoutReason', 'differentCounts', 'leftInQueues'],
    'notPutBack',
  ]),
];

export const soakProof: Proof = {
  name: 'soak',
  command: 'npm run soak -- --minutes 30 --only soak',
  never: [
    'undocumented',
    'wrongResponses',
    'lostActivities',
    'duplicatedActivities',
    'wrongBlocks',
    'lostDeliveries',
    'foreignDeliveries',
  ],
};

export const plantedProof: Proof = {
  name: 'planted',
  command: 'npm run soak -- --only planted',
  never: ['notCaught'],
};

/** Takes hours: `npm run soak` shows the figures of its last run. */
export const mutationProof: Proof = { name: 'mutation', command: 'npm run mutation', never: [] };

export const proofs: readonly Proof[] = [...testProofs, soakProof, plantedProof, mutationProof];
