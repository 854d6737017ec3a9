/** One operation whose cost DynamoDB reports. */

export interface Cost {
  readonly name: string;
  /** The units that count. The operation must not consume the other kind. */
  readonly unit: 'read units' | 'write units';
  readonly run: () => Promise<unknown>;
  /** The figure is divided by this; 1 by default. Such as the deliveries of a batch. */
  readonly per?: number;
  /** The least that DynamoDB could charge for it. */
  readonly least: number;
  readonly aim?: string;
  readonly note?: string;
}
