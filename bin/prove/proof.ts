/** What `prove` shows: one behaviour each, that docs/aws-behaviour.md says we rely on. */
import type { Client } from '@social-platform-services/client';
import type { Connection, Service } from '@social-platform-services/ctl/connection';
import type { Role } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import type { StageConfig } from '../../lib/config.ts';
import type { Laboratory } from './laboratory/laboratory.ts';
import type { RawRequest, RawResponse } from './raw-request.ts';

/** What was seen of one behaviour. */
export interface Finding {
  readonly verdict: 'confirmed' | 'contradicted' | 'not shown';
  /** What was seen, or why nothing was; empty if there is nothing to add. */
  readonly detail: string;
}

/** It is as we assume. */
export const confirmed = (detail = ''): Finding => ({ verdict: 'confirmed', detail });
/** It is not as we assume. */
export const contradicted = (detail: string): Finding => ({ verdict: 'contradicted', detail });
/** Nothing can be said about it here. */
export const notShown = (detail: string): Finding => ({ verdict: 'not shown', detail });

/** Confirmed if it holds; what was seen is part of the report in any case. */
export const foundIf = (holds: boolean, detail: string): Finding => (holds ? confirmed(detail) : contradicted(detail));

/** What each proof works with. */
export interface ProofContext {
  readonly service: Service;
  readonly connection: Connection;
  /** The settings of the stage. */
  readonly config: StageConfig;
  /** A network of its own, with all features on. */
  readonly networkId: NetworkId;
  /** A token of a user of the network, which is valid for 15 minutes. */
  readonly token: (role: Role, userId?: string) => Promise<string>;
  /** The typed client of a user of the network. */
  readonly client: (role: Role, userId?: string) => Promise<Client>;
  /** Sends a request to the API exactly as it is given. */
  readonly send: (request: RawRequest) => Promise<RawResponse>;
  /** A URL that responds to a POST with `{"receivedAt":<milliseconds since 1970>,"from":<the address of the sender>}`. */
  readonly receiver: string;
  /** Functions, queues and a table beside the stage, to try AWS itself; undefined without an account. */
  readonly laboratory: Laboratory | undefined;
}

/** The same in an account. */
export interface AwsProofContext extends ProofContext {
  readonly laboratory: Laboratory;
}

/** One behaviour of AWS, and how it is shown. */
export type Proof = {
  /** A sentence that is true if AWS does as we assume. */
  readonly name: string;
  /** How the entry of docs/aws-behaviour.md begins that it belongs to. */
  readonly row: string;
} & (
  | { readonly needs: 'any service'; readonly run: (context: ProofContext) => Promise<Finding> }
  | { readonly needs: 'AWS'; readonly run: (context: AwsProofContext) => Promise<Finding> }
);

/** Runs one proof. What it needs and is not there, and whatever goes wrong, is part of what it has found. */
export async function findingOf(proof: Proof, context: ProofContext): Promise<Finding> {
  try {
    if (proof.needs === 'any service') return await proof.run(context);
    const { laboratory } = context;
    return laboratory === undefined ? UNTRIED : await proof.run({ ...context, laboratory });
  } catch (error) {
    return notShown(`it failed: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`);
  }
}

const UNTRIED = notShown('untried: it needs AWS');
