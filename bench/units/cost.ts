/** One operation whose price DynamoDB is asked for. */

export interface Cost {
  readonly name: string;
  /** Which units are looked at. The operation must not consume others. */
  readonly unit: 'read units' | 'write units';
  readonly run: () => Promise<unknown>;
  /** How many of what the price is for one of, if not 1: deliveries of a batch. */
  readonly per?: number;
  /** The least that DynamoDB could take for it. */
  readonly least: number;
  /** What the price is to be. */
  readonly aim?: string;
  readonly note?: string;
}
