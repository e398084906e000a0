/**
 * What is pointed at in one figure or list is marked in all others on the page: a negotiation, an offer (`data-of`,
 * one or more names apart by spaces), a pairing, a party (`data-in`). A name in a legend keeps its marks until it is
 * pressed again, or Escape. Attributes alone change, those that no component sets, so that nothing moves.
 */

/** What can be marked. */
const MARKS = '[data-of], [data-in]'

interface Asked {
  readonly of: readonly string[]
  readonly in?: string | undefined
}

/** Listens on a document. */
export function startLinked(page: Document): void {
  let pinned: Element | undefined
  let shown: Element | undefined
  const show = (from: Element | undefined): void => {
    if (from === shown && from?.isConnected) return
    shown = from
    mark(page, from)
  }
  const kept = (): Element | undefined => pinned?.closest(MARKS) ?? undefined
  const pin = (button: Element | undefined): void => {
    pinned?.setAttribute('aria-pressed', 'false')
    pinned = button === pinned ? undefined : button
    pinned?.setAttribute('aria-pressed', 'true')
    show(kept())
  }
  const follow = ({ target }: Event): void => {
    if (pinned?.isConnected === false) pinned = undefined
    show(sourceOf(target) ?? kept())
  }
  let [x, y] = [-1, -1]
  page.addEventListener('pointerover', (event) => {
    // The page moved below a pointer that rests: what was marked can be followed down the page.
    if (event.screenX === x && event.screenY === y) return
    x = event.screenX
    y = event.screenY
    follow(event)
  })
  page.addEventListener('focusin', follow)
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.legend button') : null
    if (button) pin(button)
  })
  page.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') {
      pin(pinned)
      show(undefined)
    }
  })
}

/** Names of a published page's legends become buttons; those of the app are. */
export function startLegends(page: Document): void {
  for (const entry of page.querySelectorAll('.legend > [data-in]')) {
    const button = page.createElement('button')
    button.type = 'button'
    button.setAttribute('aria-pressed', 'false')
    button.append(...entry.childNodes)
    entry.append(button)
  }
}

/** Parts that hold a whole drawing are asked for by their names: a pointer on its way through one asks nothing. */
function sourceOf(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined
  const from = target.closest(MARKS)
  if (from?.matches('.panel, .strip') && !target.closest('.name, .panel-title')) return undefined
  return from ?? undefined
}

const namesOf = (element: Element): string[] => element.getAttribute('data-of')?.split(' ') ?? []

/** The innermost counts; an element that is both is first of all what it is. */
function askedOf(element: Element): Asked {
  const of = namesOf(element)
  return of.length > 0 ? { of } : { of, in: element.getAttribute('data-in') ?? undefined }
}

function mark(page: Document, from: Element | undefined): void {
  const scope = from?.closest('[data-scope]') ?? page
  const asked = from && askedOf(from)
  const wanted = new Set(asked?.of)
  const isWanted = (one: Element): boolean =>
    asked?.in === undefined
      ? namesOf(one).some((name) => wanted.has(name))
      : one.getAttribute('data-in') === asked.in
  const found = new Set(asked && [...scope.querySelectorAll(MARKS)].filter(isWanted))
  const holding = new Set<Element>()
  // Figures that have nothing of it stay as they are.
  const figures = new Set<Element>()
  for (const one of found) {
    const figure = one.closest('.figure')
    if (figure) figures.add(figure)
    for (let up = one.parentElement; up; up = up.parentElement) holding.add(up)
  }
  for (const one of page.querySelectorAll(MARKS)) {
    const figure = one.closest('.figure')
    // A legend goes on saying what marks mean, whichever of them is looked for.
    const named = asked?.in === undefined && one.closest('.legend') !== null
    const off = figure && figures.has(figure) && !named && !holding.has(one) && !standsIn(one, found)
    const state = found.has(one) ? 'on' : off ? 'off' : undefined
    if (state === undefined) one.removeAttribute('data-marked')
    else one.setAttribute('data-marked', state)
  }
}

function standsIn(one: Element, found: ReadonlySet<Element>): boolean {
  for (let up = one.parentElement; up; up = up.parentElement) if (found.has(up)) return true
  return false
}
