/** The client's generated types are those of the contract: `tsc` fails if one of them differs. */
import type * as v from 'valibot';
import type { AnswerTo, OperationId, RequestTo } from '../../client/index.ts';
import type { MissingDelivery } from '../../client/webhooks/reconcile.ts';
import type { MissingOutcome } from '../../contract/ledger.ts';
import type { routes } from '../../contract/routes.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Route<O extends OperationId> = (typeof routes)[O];
type Parameters<O extends OperationId> = Route<O> extends { parameters: infer S } ? DeepReadonly<Input<S>> : unknown;
type Query<O extends OperationId> = QueryValues<Input<Route<O>['query']>, Output<Route<O>['query']>>;
type Body<O extends OperationId> = DeepReadonly<Input<Route<O>['body']['schema']>>;

type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : unknown;
type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : unknown;

type DeepReadonly<T> = T extends readonly (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/** Query parameters are text, except that callers pass numbers for those that the service parses as numbers. */
type QueryValues<Text, Parsed> = unknown extends Text
  ? unknown
  : {
      readonly [Name in keyof Text]: Name extends keyof Parsed ? QueryValueOf<Text[Name], Parsed[Name]> : never;
    };
type QueryValueOf<Text, Parsed> =
  NonNullable<Parsed> extends number ? number | Extract<Text, undefined> : DeepReadonly<Text>;

/** A member of a request: absent if the route has none, optional if all of its fields are. */
type Member<Name extends string, Value> = unknown extends Value
  ? unknown
  : EmptyObject extends Value
    ? { readonly [N in Name]?: Value | undefined }
    : { readonly [N in Name]: Value };

type EmptyObject = Readonly<Record<string, never>>;

type Flat<T> = keyof T extends never ? EmptyObject : { [Name in keyof T]: T[Name] };

type ContractRequest<O extends OperationId> = Flat<
  Member<'parameters', Parameters<O>> & Member<'query', Query<O>> & Member<'body', Body<O>>
>;

/** The operations whose types differ. */
type Different = {
  [O in OperationId]: Same<RequestTo<O>, ContractRequest<O>> extends true
    ? Same<AnswerTo<O>, Output<Route<O>['response']['body']>> extends true
      ? never
      : `response of ${O}`
    : `request of ${O}`;
}[OperationId];

/** Those that need a token, or nothing. */
type Callable = {
  [O in keyof typeof routes]: (typeof routes)[O]['role'] extends 'receiver' ? never : O;
}[keyof typeof routes];

export const everyOperation: Same<OperationId, Callable> = true;
export const noneDiffers: Same<Different, never> = true;

export const sameOutcomes: Same<MissingDelivery['outcome'], MissingOutcome> = true;
