/**
 * A path as it is typed in a command that people copy: quoted where a shell would part or change it. Double quotes are
 * read alike by the shells of Unix, by PowerShell and by cmd; single ones are used where a shell would look inside.
 */
export function shellWord(text: string): string {
  if (/^[\p{L}\p{M}\p{N}_@%+=:,./-]+$/u.test(text)) return text
  // A home directory's sign means that only without quotes, and at the front.
  if (/^~[\w./-]*$/.test(text)) return text
  // A Windows path: its own shells take a backslash for what it is.
  if (!/["$`!]/.test(text) && !/\\(?:["$`\\]|$)/.test(text)) return `"${text}"`
  return `'${text.replaceAll("'", "'\\''")}'`
}
