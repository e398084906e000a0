/** What YAML finds wrong, and numbers that are spelt oddly, in words for those who do not write YAML every day. */

/** Numbers are written plainly, so that what a prompt shows is what was typed. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** More digits are a slip, and exact sums of them would take long. */
const MOST_DIGITS = 50

/** What is wrong with a number's spelling; undefined where it is plain. */
export function oddNumber(
  written: string,
): { message: string; found: string; expected: string; mend: string } | undefined {
  const plain = PLAIN_NUMBER.test(written)
  if (plain && written.length <= MOST_DIGITS) return undefined
  return {
    message: plain ? 'This number has too many digits.' : 'This number is not written plainly.',
    found: written,
    expected: plain
      ? `at most ${MOST_DIGITS} characters`
      : 'digits, with a decimal point where needed: 100, 0.5, -3.25',
    mend: plain ? 'round it' : plainSpelling(written),
  }
}

/** How it is written plainly, where that is short; else, how to keep it as text. */
function plainSpelling(written: string): string {
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
  const mend = YAML_MENDS[code]
  return { message: `Not readable as YAML: ${message.replace(/\.$/, '')}.`, ...(mend ? { mend } : {}) }
}

/** What commonly leads to a finding whose own words speak of YAML's grammar. */
const YAML_MENDS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'put a text that holds ": " in quotes; else look for a line above that lacks its ":"',
  MULTILINE_IMPLICIT_KEY: 'end the key with ":", or indent the lines of a text further than its key',
  BAD_INDENT: 'give the keys of one mapping the same indentation, and close what a bracket opens',
  MISSING_CHAR: 'close the quotes or brackets that are open, and begin each entry of a list with "- "',
  BAD_SCALAR_START: 'put a text that begins with a sign in quotes',
  BAD_DQ_ESCAPE: "write a backslash twice, or use single quotes ('…')",
}
