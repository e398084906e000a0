/** What a mark says, beside the mouse and at once; without a script the browser shows the same words later. */

/** Listens on a document: every element of a chart with a title speaks when it is pointed at. */
export function startTips(page: Document): void {
  const tip = page.createElement('div')
  tip.className = 'tip'
  tip.hidden = true
  tip.setAttribute('aria-hidden', 'true')
  page.body.append(tip)
  let shown: Element | undefined
  const hide = (): void => {
    shown = undefined
    tip.hidden = true
  }
  page.addEventListener('pointerover', (event) => {
    const mark = event.target instanceof Element ? event.target.closest('.chart *') : null
    const words = mark && wordsOf(mark)
    if (!mark || !words) return hide()
    if (mark === shown) return
    shown = mark
    tip.textContent = words
    tip.hidden = false
    const box = mark.getBoundingClientRect()
    const { width, height } = tip.getBoundingClientRect()
    const view = page.documentElement.clientWidth
    const left = Math.min(Math.max(8, box.left + box.width / 2 - width / 2), view - width - 8)
    const above = box.top - height - 8
    tip.style.left = `${left + window.scrollX}px`
    tip.style.top = `${(above < 0 ? box.bottom + 8 : above) + window.scrollY}px`
  })
  page.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide()
  })
}

/** The title's words. The browser's own tip would lie over ours: the title becomes a label. */
function wordsOf(mark: Element): string | undefined {
  const title = [...mark.children].find(({ tagName }) => tagName === 'title')
  return title?.textContent || undefined
}
