/** What YAML finds wrong, and numbers that are spelt oddly, in words for those who do not write YAML every day. */

/** Numbers are written plainly, so that what a prompt shows is what was typed. */
export const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** How a number of another spelling is written plainly, where that is short; else, how to keep it as text. */
export function plainSpelling(written: string): string {
  const value = Number(written)
  const plain = Number.isFinite(value) && Math.abs(value) < 1e15 ? String(value) : ''
  return PLAIN_NUMBER.test(plain)
    ? `write ${plain}, or "${written}" in quotes if it is text`
    : `write it out in digits, or "${written}" in quotes if it is text`
}

/** The YAML library's findings, in words for those who do not write YAML every day. */
export function yamlWords(code: string, message: string): { message: string; mend?: string } {
  if (code === 'DUPLICATE_KEY') {
    return { message: 'This key stands twice in the same place.', mend: 'keep one of the two' }
  }
  if (code === 'TAB_AS_INDENT') {
    return { message: 'A tab is used as indentation; YAML allows spaces alone.', mend: 'indent with spaces' }
  }
  if (code === 'MULTIPLE_DOCS') {
    return { message: 'A second document begins here; one file holds one.', mend: 'remove the line "---"' }
  }
  if (code === 'TAG_RESOLVE_FAILED') return { message: 'Tags are not read.', mend: 'leave the tag out' }
  return { message: `Not readable as YAML: ${message.replace(/\.$/, '')}.` }
}
