/** How the plots of an outcome space look, beside what every picture has, and their legend. */
import { FONT, mark, words } from '../../svg/svg.ts'

export const STYLE = {
  light: [
    `text{font:13px ${FONT}}`,
    '.title{font-size:17px;font-weight:600}.small{font-size:11px}',
    '.axis{stroke:#57606a;stroke-width:1}.grid{stroke:#d8dee4;stroke-width:1}',
    '.dot{fill:#8c959f;fill-opacity:.45}.front{fill:#57606a}.frontline{stroke:#57606a;stroke-width:2;fill:none}',
    '.thin{stroke:#8c959f;stroke-opacity:.55;stroke-width:1;fill:none}',
    '.bar{stroke:#1f2328;stroke-width:1.5;stroke-dasharray:5 4}.stop{stroke:#1f2328;stroke-width:3}',
    '.solution{stroke-width:2.5;fill:none;stroke-linejoin:round}.mark{stroke:#ffffff;stroke-width:1.5}',
  ].join(''),
  dark: [
    '.axis{stroke:#9da7b1}.grid{stroke:#262c36}',
    '.dot{fill:#7d8590}.front{fill:#b1bac4}.frontline{stroke:#b1bac4}.thin{stroke:#7d8590}',
    '.bar,.stop{stroke:#e6edf3}.mark{stroke:#0d1117}',
  ].join(''),
} as const

/** One line a mark, from (x, y) down. */
export const legend = (x: number, y: number, names: readonly string[]): string[] =>
  names.flatMap((name, k) => [mark(k, x, y + k * 22, 6, 'mark'), words(x + 16, y + k * 22 + 4, name)])
