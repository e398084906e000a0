/** Tells what a mark of a plot is, at once and by touch too, in the words that the mark carries anyway. */
import { el } from './element.ts'

const GAP = 12

export function showTips(): void {
  const tip = el('div', { class: 'tip', 'aria-hidden': 'true' })
  tip.hidden = true
  document.body.append(tip)
  let over: Element | undefined
  const hide = (): void => {
    // The browser's own tip comes back.
    if (over) over.append(titled(over.getAttribute('data-tip')!))
    over?.removeAttribute('data-tip')
    over = undefined
    tip.hidden = true
  }
  document.addEventListener('pointermove', (event) => {
    const mark = (event.target as Element | null)?.closest?.('.chart *')
    if (mark !== over) {
      if (over) hide()
      const title = mark && [...mark.children].find((child) => child.localName === 'title')
      if (!mark || !title) return
      over = mark
      const text = title.textContent ?? ''
      mark.setAttribute('data-tip', text)
      title.remove()
      tip.textContent = text
      tip.hidden = false
    }
    if (!over) return
    const { clientX: x, clientY: y } = event
    const { offsetWidth: width, offsetHeight: height } = tip
    const left = x + GAP + width > innerWidth ? x - GAP - width : x + GAP
    const top = y - GAP - height < 0 ? y + GAP : y - GAP - height
    tip.style.transform = `translate(${Math.max(0, left)}px, ${top}px)`
  })
  document.addEventListener('pointerleave', hide)
  document.addEventListener('scroll', () => over && hide(), { passive: true })
}

function titled(text: string): Element {
  const title = document.createElementNS('http://www.w3.org/2000/svg', 'title')
  title.textContent = text
  return title
}
