/** Which part of a long page is being read: its entry in the contents says so, and stays in sight among the others. */

/** A part counts from here on, as a share of the window's height. */
const READ = 0.3

/** Listens on a document; without a script the contents lead to the parts all the same. */
export function startContents(page: Document): void {
  const { defaultView: view } = page
  if (!view) return
  let asked = false
  const follow = (): void => {
    if (asked) return
    asked = true
    view.requestAnimationFrame(() => {
      asked = false
      for (const nav of page.querySelectorAll<HTMLElement>('.contents')) show(nav, view)
    })
  }
  view.addEventListener('scroll', follow, { passive: true })
  view.addEventListener('resize', follow, { passive: true })
  follow()
}

function show(nav: HTMLElement, view: Window): void {
  const links = [...nav.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
  const { scrollY, innerHeight } = view
  const ends = scrollY > 0 && scrollY + innerHeight >= nav.ownerDocument.documentElement.scrollHeight - 2
  const top = (link: HTMLAnchorElement): number =>
    nav.ownerDocument.getElementById(decodeURIComponent(link.hash.slice(1)))?.getBoundingClientRect().top ??
    Infinity
  const now = ends ? links.at(-1) : links.findLast((link) => top(link) <= innerHeight * READ)
  for (const link of links) {
    if (link === now) continue
    link.removeAttribute('aria-current')
  }
  if (!now || now.hasAttribute('aria-current')) return
  now.setAttribute('aria-current', 'true')
  // A strip that scrolls sideways shows it; the window itself stays where it is.
  if (nav.scrollWidth > nav.clientWidth) nav.scrollLeft = now.offsetLeft - nav.clientWidth / 3
}
