/** What a run has counted by name, such as `{ requests: 20000, undocumented: 0 }`: for docs/reliability.md. */
export type Figures = Readonly<Record<string, number | string>>;

/** Prints the figures, although Jest is silent. */
export function reportFigures(name: string, figures: Figures): void {
  const pairs = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  process.stdout.write(`${name}: ${pairs.join(', ')}\n`);
}
