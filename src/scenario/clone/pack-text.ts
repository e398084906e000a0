/** The scenario.yaml of a structural clone: its original's, with other words and the original's templates. */
import { isMap, isScalar, isSeq, type Pair, parseDocument, type Scalar, type YAMLMap } from 'yaml'
import type { Scenario } from '../types.ts'
import type { CloneWords } from './vars-file.ts'

/**
 * Returns the text. `original` is a valid scenario; `wordsFile`: the text that `words` were read from, of which the
 * `about` block is taken as it stands; `prompts`: the folder of the shared templates as seen from the clone's,
 * undefined where the original has none.
 */
export function clonePackText(
  original: Scenario,
  words: CloneWords,
  wordsFile: string,
  prompts: string | undefined,
): string {
  const pack = parseDocument(original.files['scenario.yaml']!)
  const map = pack.contents as YAMLMap<Scalar, unknown>
  pack.commentBefore = null
  // Where the file begins with a comment, it is kept with the first key.
  if (map.items[0]) map.items[0].key.commentBefore = null
  map.commentBefore = ` A structural clone of ${original.id}: the same templates and rules, other words.`
  const { id, title, situation } = words
  for (const [name, value] of Object.entries({ id, title, situation })) put(map, name, value)
  for (const [name, value] of Object.entries(words.vars)) put(pack.getIn(['vars']), name, value)
  const parties = pack.getIn(['parties'])
  for (const item of isSeq(parties) ? parties.items : []) {
    const party = item as YAMLMap
    const own = words.parties[String(party.get('id'))]
    for (const [name, value] of Object.entries(own ?? {})) put(party.get('vars'), name, value)
  }
  pack.delete('prompts')
  pack.delete('about')
  if (prompts !== undefined) {
    const place = map.items.findIndex(({ key }) => key.value === 'situation')
    map.items.splice(place + 1, 0, pack.createPair('prompts', prompts) as Pair<Scalar, unknown>)
  }
  if (words.about) {
    const { contents } = parseDocument(wordsFile)
    const pair = (contents as YAMLMap<Scalar, unknown>).items.find(({ key }) => key.value === 'about')!
    pair.key.spaceBefore = true
    map.items.push(pair)
  }
  return pack.toString({ lineWidth: 120 })
}

/** Writes over a value and keeps how it was written (quotes, a block); its comment spoke of the original. */
function put(map: unknown, name: string, value: string): void {
  if (!isMap(map)) throw new RangeError(`no map for ${name}`)
  const known = map.get(name, true)
  if (isScalar(known)) {
    known.value = value
    known.comment = null
    known.source = undefined
  } else map.set(name, value)
}
