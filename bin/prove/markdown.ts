/** Tables and lists in Markdown, and pages in which some of them are generated. */

const LINE_WIDTH = 120;
/** What would begin a list, a heading or a quotation if it stood at the beginning of a line. */
const BEGINS_BLOCK = /^(?:[-+*>]|#+|\d+[.)])$/;

/** Paragraphs and items of lists in lines of at most 120 characters; code, tables and headings as they are. */
export function wrapped(page: string): string {
  let isCode = false;
  return page
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) isCode = !isCode;
      return isCode || line.length <= LINE_WIDTH || /^[|#]/.test(line) ? line : wrappedLine(line);
    })
    .join('\n');
}

function wrappedLine(text: string): string {
  const [begin = ''] = /^ *(?:- )?/.exec(text) ?? [];
  const indent = begin.replace('-', ' ');
  const [first = '', ...words] = text.slice(begin.length).match(/(?:`[^`]*`|[^\s`])+/g) ?? [];
  const lines = [`${begin}${first}`];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last.length + 1 + word.length <= LINE_WIDTH || BEGINS_BLOCK.test(word))
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines.join('\n');
}

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
