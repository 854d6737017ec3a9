/**
 * What the references share.
 *
 * A reference serves the same event as one of our handlers: the same calls, the same answer, hand-written with the AWS
 * clients and Node's own modules alone. It checks nothing, counts nothing and logs nothing. What an answer says rather than
 * how it is served, such as percentiles or an event's sample, it takes from the same functions as ours.
 */

/** The part of a payload 2.0 event that references look at. */
export interface ReferenceEvent {
  readonly rawQueryString: string;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly requestContext: {
    readonly authorizer: { readonly lambda: { readonly networkId: string; readonly userId: string } };
  };
}

export interface ReferenceAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Reference = (event: ReferenceEvent) => Promise<ReferenceAnswer>;

export const callerOf = ({ requestContext }: ReferenceEvent) => requestContext.authorizer.lambda;

/** `<networkId>_<userId>` of the caller. */
export const userKeyOf = (event: ReferenceEvent): string => {
  const { networkId, userId } = callerOf(event);
  return `${networkId}_${userId}`;
};

export const answer = (statusCode: number, body: unknown): ReferenceAnswer => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
