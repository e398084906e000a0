/** The button that begins a check, with room for a hash that the reader has from elsewhere. */
import { el } from './element.ts'

export function offerCheck(place: HTMLElement): void {
  const button = el('button', { type: 'submit', class: 'primary' }, 'Check it now') as HTMLButtonElement
  const known = el('input', {
    id: 'known-hash',
    name: 'head',
    autocomplete: 'off',
    spellcheck: 'false',
    pattern: '[0-9a-fA-F]{64}',
    title: '64 hexadecimal digits',
  }) as HTMLInputElement
  const form = el(
    'form',
    { class: 'filters' },
    button,
    el(
      'div',
      { class: 'field' },
      el('label', { for: 'known-hash' }, 'the hash, where you have it from elsewhere'),
      known,
    ),
  )
  const found = el('div', { class: 'stack' })
  const note = el('p', { class: 'note bad' })
  place.replaceChildren(form, found)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const base = new URL(place.dataset.check!, document.baseURI).href
    const head = known.value.trim()
    button.disabled = true
    note.remove()
    try {
      const { startCheck } = await import('../check.ts')
      await startCheck(found, head === '' ? { base } : { base, head })
      button.textContent = 'Check it again'
    } catch {
      note.textContent = 'The check could not be loaded. Is the network there?'
      found.before(note)
    }
    button.disabled = false
  })
}
