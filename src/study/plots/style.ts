/** How the plots of a report look, beside what every picture has. */
import { FONT } from '../../svg/svg.ts'

export const STYLE = {
  light: [
    `text{font:14px ${FONT}}`,
    '.title{font-size:18px;font-weight:600}.small{font-size:12.5px}.end{text-anchor:end}.mid{text-anchor:middle}',
    '.axis{stroke:#57606a}.grid{stroke:#e3e7ec}.band{fill:#f3f5f7}',
    '.dot{fill-opacity:.75;stroke:#ffffff;stroke-width:.75}.box{fill:none;stroke-width:1.5}.median{stroke-width:3}',
    '.thin{fill:none;stroke-width:1;stroke-opacity:.4}.mean{fill:none;stroke-width:2.5;stroke-linejoin:round}.wide{stroke-width:7}',
    '.open{fill:none;stroke-width:1.75}.unknown{fill:none;stroke-width:1.5;stroke-dasharray:4 3}',
    '.front{fill:none;stroke:#1f2328;stroke-width:2}.bar{stroke:#57606a;stroke-dasharray:5 4}.nash{fill:none;stroke:#1f2328;stroke-width:2}',
  ].join(''),
  dark: [
    '.axis{stroke:#9da7b1}.grid{stroke:#222a33}.band{fill:#151b23}',
    '.dot{stroke:#0d1117}.front,.nash{stroke:#e6edf3}.bar{stroke:#9da7b1}',
  ].join(''),
} as const
