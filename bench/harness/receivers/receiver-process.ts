/** The process of receivers.ts. Its input is the behaviours. */
import * as v from 'valibot';
import { startReceiver } from '../../../testing/receivers/http-receivers.ts';
import { input, serveParent } from '../parent.ts';
import { type Arrival, Behaviour, clock } from './receivers.ts';

const Numbered = v.object({ data: v.object({ n: v.number() }) });

const behaviours = v.parse(v.array(Behaviour), input);
const arrivals: Arrival[][] = behaviours.map(() => []);
const receivers = await Promise.all(
  behaviours.map((behaviour, index) =>
    startReceiver((response, { body }) => {
      arrivals[index]?.push([v.parse(Numbered, JSON.parse(`${body}`)).data.n, clock()]);
      if (behaviour === 'never') return;
      const isRefused = behaviour === 'stumbling' && Math.random() < 1 / 3;
      const respond = () => response.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' }).end('{}');
      if (behaviour === 'stumbling') respond();
      else setTimeout(respond, behaviour);
    }),
  ),
);

serveParent({ urls: receivers.map(({ url }) => url) }, () => ({
  arrivals: arrivals.map((ofReceiver) => ofReceiver.splice(0)),
}));
