/** The deal that opens an LLM-Deliberation game: `A1,B1,C4,D1,E5`, one option of every issue. */
import { contentLines, type Told } from './lines.ts'

/**
 * The option of each issue, from 0. `options` is how many each issue has. A game without the file has no opening
 * deal, which is told as a warning; undefined also where the deal is wrong.
 */
export function readDeal(
  text: string | undefined,
  path: string,
  options: readonly number[],
  tell: Told,
): readonly number[] | undefined {
  const [first, ...rest] = text === undefined ? [] : contentLines(text)
  if (!first) {
    const message = text === undefined ? 'There is no such file' : 'The file is empty'
    tell(path, { message: `${message}, so the game opens with no deal on the table.`, severity: 'warning' })
    return undefined
  }
  let good = true
  const wrong = (problem: Parameters<Told>[1]): void => {
    good = false
    tell(path, problem)
  }
  if (rest.length > 0) {
    wrong({ line: rest[0]!.line, message: 'The deal stands on one line.', found: rest[0]!.text.trim() })
  }
  const deal = new Map<number, number>()
  const { line } = first
  for (const cell of first.text.split(',').map((own) => own.trim())) {
    const column = first.text.indexOf(cell) + 1
    const found = /^([A-Za-z])\s*(\d+)$/.exec(cell)
    const issue = found ? found[1]!.toUpperCase().charCodeAt(0) - 65 : -1
    const count = options[issue]
    if (!found || count === undefined) {
      const last = String.fromCharCode(64 + options.length)
      const expected = `an issue from A to ${last} and an option's number, as A1`
      wrong({ line, column, message: 'This is no option of the game.', found: cell, expected })
      continue
    }
    const option = Number(found[2]) - 1
    if (option < 0 || option >= count) {
      const expected = `${found[1]}1 to ${found[1]}${count}`
      wrong({ line, column, message: 'The issue has no such option.', found: cell, expected })
    }
    if (deal.has(issue)) wrong({ line, column, message: `Issue ${found[1]} is settled twice.`, found: cell })
    deal.set(issue, option)
  }
  const open = options.flatMap((_, i) => (deal.has(i) ? [] : [String.fromCharCode(65 + i)]))
  if (good && open.length > 0) {
    wrong({
      line,
      message: 'The deal leaves issues open.',
      found: first.text.trim(),
      expected: `an option of ${open.join(', ')} too`,
    })
  }
  return good ? options.map((_, i) => deal.get(i)!) : undefined
}
