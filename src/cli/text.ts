/**
 * Text from strangers (a model's reply, a scenario, a file's name) on its way to a terminal. What could move the
 * cursor, change colours, ring, or show letters in another order than they are kept is shown by its code point.
 */

/**
 * Control characters but line feed and tab, among them the escape that starts every ANSI sequence; marks and
 * overrides of direction ("Trojan Source", Boucher & Anderson 2021); invisible characters that hide text. The
 * joiners U+200C and U+200D stay: languages and emoji need them.
 */
const HARMFUL =
  /[[\p{Cc}--[\t\n]]\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gv

/**
 * The same text with nothing in it that a terminal would act on: `ESC[31m` becomes `<U+001B>[31m`. Lines stay
 * lines; half characters become U+FFFD. Safe text passes unchanged.
 */
export const safe = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(HARMFUL, (found) => `<U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`)

/** `safe` on one line: runs of white space become one space. */
export const safeLine = (text: string): string => safe(text).replace(/\s+/gu, ' ').trim()

/** At most `longest` characters (of code points), an ellipsis in the place of what was cut. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const points = Array.from(text.slice(0, longest * 2 + 2))
  return points.length <= longest ? text : `${points.slice(0, longest - 1).join('')}…`
}
