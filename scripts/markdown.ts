/** Tables in Markdown, and pages in which some tables are generated. */

/** A table with aligned columns. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** The page with each table between `<!-- table: name -->` and `<!-- end -->` replaced. Throws if one has no place. */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const place = new RegExp(`(<!-- table: ${name} -->\\n)[^]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`The page has no place for the table ${name}.`);
    return text.replace(place, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
  }, page);
}

/** The page with each code block between `<!-- file: path -->` and `<!-- end -->` replaced by the text of the file. */
export const withFiles = (page: string, read: (path: string) => string): string =>
  page.replaceAll(/(<!-- file: (\S+\.(\w+)) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, path, language, end) =>
    [begin, `\`\`\`${language}`, read(path).trimEnd(), '```', '', end].join('\n'),
  );

/** A number for readers: two digits below ten, three from there on, with separators. */
export const readable = (value: number): string =>
  Number(value.toPrecision(value < 10 ? 2 : 3)).toLocaleString('en', { maximumFractionDigits: 3 });

/** Dollars, in cents where they are few. */
export const dollars = (value: number): string =>
  `$${value < 100 ? value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }) : readable(value)}`;
