/** "Did you mean …": the known name that is fewest edits away from what was written. */

/**
 * The closest of `known` to `word`, ignoring case, at most a third of its letters (and always one) away.
 * Returns undefined where nothing is close. Distance: letters left out, added, changed, or exchanged with the next
 * (Damerau, "A technique for computer detection and correction of spelling errors", 1964).
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const wanted = word.toLowerCase()
  let best: string | undefined
  let fewest = Math.max(1, Math.floor(Math.min(wanted.length, LONGEST) / 3)) + 1
  for (const candidate of known) {
    if (Math.max(candidate.length, wanted.length) > LONGEST) continue
    const edits = distance(wanted, candidate.toLowerCase())
    if (edits < fewest) [best, fewest] = [candidate, edits]
  }
  return best
}

/** Longer names are not compared: the work grows with the product of the lengths. */
const LONGEST = 100

function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = exchanged ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same, swap))
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** The `mend` of an unknown name: what was probably meant, or what there is. */
export function meant(word: string, known: readonly string[]): string {
  const close = nearest(word, known)
  if (close !== undefined) return `did you mean "${close}"?`
  const listed = known.slice(0, 12).join(', ')
  return known.length > 12 ? `known: ${listed}, …` : `known: ${listed || 'none'}`
}
