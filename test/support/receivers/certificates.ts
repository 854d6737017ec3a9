/** Certificates of an authority that is created for the test: a valid one, and one for each way to be invalid. */
import { generate } from 'selfsigned';

type CertificateExtension = NonNullable<NonNullable<Parameters<typeof generate>[1]>['extensions']>[number];
type SubjectAltNameEntry = Extract<CertificateExtension, { name: 'subjectAltName' }>['altNames'][number];

/** The options of a TLS server. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Certificates {
  /** The authority. A test can make its process trust it with `tls.setDefaultCACertificates`. */
  readonly authority: string;
  /** For 127.0.0.1 and localhost. */
  readonly good: Certificate;
  readonly expired: Certificate;
  readonly forOtherHost: Certificate;
  readonly selfSigned: Certificate;
}

const day = 24 * 60 * 60 * 1000;
const keys = { keyType: 'ec', algorithm: 'sha256' } as const;
const ownHosts = alternatives({ type: 2, value: 'localhost' }, { type: 7, ip: '127.0.0.1' });

/** Creates them all, in a few milliseconds each. */
export async function makeCertificates(): Promise<Certificates> {
  const authority = await generate(named('Test authority'), {
    ...keys,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const ca = { key: authority.private, cert: authority.cert };
  const [good, expired, forOtherHost, selfSigned] = await Promise.all([
    generate(named('localhost'), { ...keys, ca, extensions: [ownHosts] }),
    generate(named('localhost'), {
      ...keys,
      ca,
      extensions: [ownHosts],
      notBeforeDate: new Date(Date.now() - 2 * day),
      notAfterDate: new Date(Date.now() - day),
    }),
    generate(named('elsewhere'), {
      ...keys,
      ca,
      extensions: [alternatives({ type: 2, value: 'elsewhere.example' })],
    }),
    generate(named('localhost'), { ...keys, extensions: [ownHosts] }),
  ]);
  return {
    authority: authority.cert,
    good: certificateOf(good),
    expired: certificateOf(expired),
    forOtherHost: certificateOf(forOtherHost),
    selfSigned: certificateOf(selfSigned),
  };
}

const named = (value: string) => [{ name: 'commonName', value }];

function alternatives(...altNames: SubjectAltNameEntry[]): CertificateExtension {
  return { name: 'subjectAltName', altNames };
}

const certificateOf = ({ private: key, cert }: { private: string; cert: string }): Certificate => ({ key, cert });
