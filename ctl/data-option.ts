/** The option that selects a local cloud. */

/** `--data '…'` for a shell; undefined for the default folder, which needs no option. */
export const dataOption = (folder: string): string | undefined =>
  folder === '.local' ? undefined : `--data '${folder.replaceAll("'", String.raw`'\''`)}'`;
