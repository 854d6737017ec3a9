/**
 * Requests with an idempotency key, and their responses (docs/spec/requests.md#idempotency-keys). They are in the
 * webhooks table, whose encryption is meant for secrets, which some of the responses have.
 *
 * Keys: `<networkId>#requests`, and the SHA-256 of the operation, the caller and the idempotency key. From `expiresAt`
 * (seconds since 1970) on an item counts for nothing; DynamoDB deletes it some time after that. Functions update these
 * items and do nothing else with them: a condition that fails returns the item.
 */
import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { v4 as uuidv4 } from 'uuid';
import * as v from 'valibot';
import { IDEMPOTENCY_HOURS } from '../../contract/idempotency.ts';
import { EXPIRY_ATTRIBUTE, type TableKey } from '../../contract/tables.ts';
import { documentClient } from './clients.ts';
import { required } from './env.ts';
import { newSeed, Seed } from './seed.ts';
import { conditionally } from './table-requests.ts';

/** What identifies a request, and what its repetitions have in common with it. */
export interface KeyedRequest {
  readonly networkId: string;
  /** The operation, the caller and the idempotency key. */
  readonly key: readonly string[];
  /** All else that the caller has sent. */
  readonly content: readonly string[];
}

/** The right to do a request. */
export interface Claim {
  readonly key: TableKey<'webhooks'>;
  readonly holder: string;
  readonly seed: Seed;
  /** Whether nobody may have done the request before. */
  readonly isFirst: boolean;
}

/** What a claim comes to. `until` is when it can be claimed, in milliseconds since 1970. */
export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'done'; readonly response: string }
  | { readonly kind: 'in flight'; readonly until: number }
  | { readonly kind: 'another request' };

/** As DynamoDB returns it. Without a response it is done by `holder`, who has ended at `heldUntil` (milliseconds). */
const StoredRequest = v.object({
  fingerprint: v.object({ S: v.string() }),
  holder: v.object({ S: v.string() }),
  heldUntil: v.object({ N: v.pipe(v.string(), v.transform(Number)) }),
  seed: v.object({ S: v.pipe(v.string(), v.parseJson(), Seed) }),
  response: v.optional(v.object({ S: v.string() })),
});
type StoredRequest = v.InferOutput<typeof StoredRequest>;

const EXPIRY_SECONDS = IDEMPOTENCY_HOURS * 60 * 60;

export type IdempotencyTable = ReturnType<typeof idempotencyTable>;

/** The table of the given name; by default the one that the function's environment names. `now` is in milliseconds. */
export function idempotencyTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
  now: () => number = Date.now,
) {
  return { claim, release, forget, finish };

  /**
   * Claims a request, unless it is done or in flight. Whoever claims it has ended at `until`. A write unit, and another
   * one where an earlier claim has ended without a response.
   */
  async function claim({ networkId, key, content }: KeyedRequest, until: number): Promise<ClaimResult> {
    const at = now();
    const fingerprint = hashOf(content);
    const claimed: Claim = {
      key: { networkId: `${networkId}#requests`, webhookId: hashOf(key) },
      holder: uuidv4(),
      seed: newSeed(at),
      isFirst: true,
    };
    const first = {
      UpdateExpression:
        'SET fingerprint = :fingerprint, seed = :seed, holder = :holder, heldUntil = :until, #expiry = :expiry REMOVE #response',
      ConditionExpression: 'attribute_not_exists(webhookId) OR #expiry <= :now',
      ExpressionAttributeNames: { '#response': 'response', '#expiry': EXPIRY_ATTRIBUTE },
      ExpressionAttributeValues: {
        ':fingerprint': fingerprint,
        ':seed': JSON.stringify(claimed.seed),
        ':holder': claimed.holder,
        ':until': until,
        ':expiry': Math.floor(at / 1000) + EXPIRY_SECONDS,
        ':now': at / 1000,
      },
    };
    return await update<ClaimResult>(claimed, first, { kind: 'claimed', claim: claimed }, async (stored) => {
      // The SDK has repeated the write, whose response was lost.
      if (stored.holder.S === claimed.holder) return { kind: 'claimed', claim: claimed };
      const result = claimResultOf(stored, fingerprint);
      return result.kind === 'in flight' && result.until <= at
        ? await takeOver(stored, fingerprint, claimed, until)
        : result;
    });
  }

  /** Claims a request whose earlier claim has ended, as a function that was killed leaves it, unless others are faster. */
  async function takeOver({ holder, seed }: StoredRequest, fingerprint: string, mine: Claim, until: number) {
    const claim = { ...mine, seed: seed.S, isFirst: false };
    const write = {
      UpdateExpression: 'SET holder = :holder, heldUntil = :until',
      ConditionExpression: 'holder = :before AND attribute_not_exists(#response)',
      ExpressionAttributeNames: { '#response': 'response' },
      ExpressionAttributeValues: { ':holder': claim.holder, ':until': until, ':before': holder.S },
    };
    return await update<ClaimResult>(claim, write, { kind: 'claimed', claim }, (stored) =>
      stored.holder.S === claim.holder ? { kind: 'claimed', claim } : claimResultOf(stored, fingerprint),
    );
  }

  /** Ends the claim of a request that is not known to be done. One write unit. */
  async function release(claim: Claim): Promise<void> {
    await end(claim, 'heldUntil', 0);
  }

  /** Ends the claim of a request that was not done, and lets its key be used for another one. One write unit. */
  async function forget(claim: Claim): Promise<void> {
    await end(claim, EXPIRY_ATTRIBUTE, Math.floor(now() / 1000));
  }

  /** Ends a claim with a response, which is kept unless others have claimed the request since. A write unit a KB. */
  async function finish(claim: Claim, response: string): Promise<void> {
    await end(claim, 'response', response);
  }

  async function end(claim: Claim, attribute: string, value: number | string): Promise<void> {
    const write = {
      UpdateExpression: 'SET #attribute = :value',
      ConditionExpression: 'holder = :holder AND attribute_not_exists(#response)',
      ExpressionAttributeNames: { '#attribute': attribute, '#response': 'response' },
      ExpressionAttributeValues: { ':holder': claim.holder, ':value': value },
    };
    await update(claim, write, undefined, () => undefined);
  }

  async function update<T>(
    { key }: Claim,
    write: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
    written: T,
    otherwise: (stored: StoredRequest) => T | Promise<T>,
  ): Promise<T> {
    const ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
    const command = new UpdateCommand({ TableName, Key: { ...key }, ...write, ReturnValuesOnConditionCheckFailure });
    return await conditionally(
      client.send(command).then(() => written),
      ({ item }) => otherwise(v.parse(StoredRequest, item)),
    );
  }
}

function claimResultOf({ fingerprint, heldUntil, response }: StoredRequest, ofRequest: string): ClaimResult {
  if (fingerprint.S !== ofRequest) return { kind: 'another request' };
  return response === undefined ? { kind: 'in flight', until: heldUntil.N } : { kind: 'done', response: response.S };
}

/** As JSON, so that no two lists of texts are the same text. */
const hashOf = (texts: readonly string[]): string => createHash('sha256').update(JSON.stringify(texts)).digest('hex');
