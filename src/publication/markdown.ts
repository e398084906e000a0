/** Words of the record in Markdown: they are a stranger's, and are shown as they stand. */

/** On one line. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]#|~!>]/g, '\\$&')

/** As a quotation, with its own lines. */
export const quote = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${plain(line)}`.trimEnd())
    .join('\n')

/** A table of plain cells. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], align = ''): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`
  const rule = head.map((_, i) => (align[i] === 'r' ? '---:' : '---'))
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}
