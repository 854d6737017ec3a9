/** What a declaration of a resource type consists of, and the parts of schemas that many of them share. */
import * as v from 'valibot';

/** One resource type, as far as the local cloud acts on it. */
export interface ResourceType {
  /** The properties that the local cloud acts on. */
  readonly schema: v.GenericSchema<unknown, unknown>;
  /** The properties that mean nothing on one machine. Any other property stops the start. */
  readonly ignored: readonly string[];
  /** `Ref`; the resource's name unless given. */
  readonly reference?: ResourceValue;
  /** The attributes for `Fn::GetAtt`. */
  readonly attributes?: Readonly<Record<string, ResourceValue>>;
}

/** A value that other resources refer to, by the resource's name and the addresses of the local cloud. */
type ResourceValue = (name: string, addresses: LocalAddresses) => string;

/** Addresses that are known before the template is read, because the servers already listen. */
export interface LocalAddresses {
  /** The gateway: `http://127.0.0.1:<port>`. */
  readonly gateway: string;
  readonly sqs: string;
  /** The identity provider: issuer and sign-in page. */
  readonly identity: string;
}

export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const Texts = v.array(v.string());

/** The properties of a resource type. Any other property is an error. */
export const properties = <const TEntries extends v.ObjectEntries>(entries: TEntries) =>
  v.strictObject(entries, ({ expected, message }) =>
    expected === 'never' ? 'the local cloud does not know this property' : message,
  );
