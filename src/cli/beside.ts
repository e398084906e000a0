/** Text in two columns. */
import widthOf from 'string-width'

/** Two blocks of lines next to each other; the right one begins at `column`. */
export function beside(left: string, right: string, column: number): string {
  const [a, b] = [left.split('\n'), right.split('\n')]
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => {
    const start = a[i] ?? ''
    return `${start}${' '.repeat(Math.max(0, column - widthOf(start)))}${b[i] ?? ''}`.trimEnd()
  }).join('\n')
}
