/** Cloudscape embeds its fonts in its global style sheet. As files, they don't delay the first paint, and the content security policy needs no `data:`. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const EMBEDDED_FONT = /url\(["']?data:(?:application|font)\/[\w-]*woff2?[^,]*;base64,([A-Za-z0-9+/=]+)["']?\)/g;

/** An esbuild plugin that turns each font embedded in the global styles into a file of its own. */
export const fontFiles: Plugin = {
  name: 'font-files',
  setup(build) {
    const fonts: Buffer[] = [];
    build.onLoad({ filter: /global-styles[\\/]index\.css$/ }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8')).replaceAll(EMBEDDED_FONT, (_, base64: string) => {
        fonts.push(Buffer.from(base64, 'base64'));
        return `url("font:${fonts.length - 1}.woff2")`;
      });
      return { contents, loader: 'css' };
    });
    build.onResolve({ filter: /^font:/ }, ({ path }) => ({ path: path.slice('font:'.length), namespace: 'font' }));
    build.onLoad({ filter: /.*/, namespace: 'font' }, ({ path }) => ({
      contents: fonts[Number.parseInt(path, 10)] ?? '',
      loader: 'file',
    }));
  },
};
