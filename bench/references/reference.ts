/**
 * What the references share.
 *
 * A reference handles the same event as one of our functions: the same calls and the same response, written by hand
 * with only the AWS clients and Node's own modules. It validates and logs nothing.
 */

/** The part of a payload 2.0 event that references read. */
export interface ReferenceEvent {
  readonly rawQueryString: string;
  readonly body?: string;
  readonly requestContext: {
    readonly authorizer: { readonly lambda: { readonly networkId: string; readonly userId: string } };
  };
}

export interface ReferenceResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Each file of this folder that stands for a function exports one as `handler`. */
export type Reference = (event: ReferenceEvent) => Promise<ReferenceResponse>;

/** `<networkId>_<userId>` of the caller. */
export const userKeyOf = ({ requestContext }: ReferenceEvent): string =>
  `${requestContext.authorizer.lambda.networkId}_${requestContext.authorizer.lambda.userId}`;

export const respond = (statusCode: number, body: unknown): ReferenceResponse => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
