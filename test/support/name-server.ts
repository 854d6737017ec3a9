/** A DNS server on loopback with the records of a test. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';

/** The addresses of each name. Other names do not exist; a name with `'silence'` gets no response. */
export type Zone = Readonly<
  Record<string, { readonly A?: readonly string[]; readonly AAAA?: readonly string[] } | 'silence'>
>;

export interface NameServer {
  /** As `Resolver.setServers` takes it. */
  readonly address: string;
  /** The questions so far, such as `A hooks.example`. */
  readonly questions: readonly string[];
  readonly stop: () => Promise<void>;
}

const AUTHORITATIVE_ANSWER = 1 << 10;
const NAME_ERROR = 3;

export async function startNameServer(zone: Zone): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4', (message, { address, port }) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (question === undefined) return;
    const { name, type } = question;
    questions.push(`${type} ${name}`);
    const records = zone[name];
    if (records === 'silence') return;
    const addresses = type === 'A' || type === 'AAAA' ? (records?.[type] ?? []) : [];
    const response = encode({
      type: 'response',
      id: query.id ?? 0,
      flags: AUTHORITATIVE_ANSWER | (records === undefined ? NAME_ERROR : 0),
      questions: [question],
      answers: addresses.map((data) => ({ type: type === 'A' ? 'A' : 'AAAA', name, data, ttl: 60 })),
    });
    socket.send(response, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
