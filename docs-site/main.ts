/** Builds the documentation site, unless it is current. The local cloud runs this at the first request of a page. */
import { buildDocs } from './build.ts';

await buildDocs();
