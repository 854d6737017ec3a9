/** Which packages are in a bundle, from esbuild's metafile: what was left out of all outputs is not deployed. */
import * as v from 'valibot';

const Metafile = v.object({
  outputs: v.record(v.string(), v.object({ inputs: v.record(v.string(), v.object({ bytesInOutput: v.number() })) })),
});

/** Returns the folders of the packages, such as `node_modules/a/node_modules/@scope/b`. Throws on anything but a metafile. */
export function bundledPackages(metafile: unknown): ReadonlySet<string> {
  const { outputs } = v.parse(Metafile, metafile);
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return new Set(files.flatMap((file) => /^(?:.*:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
}
