/** Offers filters, sorting and search for a list of attempts; an address that asks for them gets them at once. */
import { el } from './element.ts'

export function offerList(place: HTMLElement): void {
  const tools = place.querySelector<HTMLElement>('.list-tools')
  if (!tools) return
  const button = el('button', { type: 'button' }, 'Filter, sort and search') as HTMLButtonElement
  const open = async (): Promise<void> => {
    button.disabled = true
    button.textContent = 'Loading all attempts …'
    try {
      const { showList } = await import('./list.tsx')
      await showList(place)
    } catch {
      button.disabled = false
      button.textContent = 'Filter, sort and search'
      tools.append(
        el('p', { class: 'small', role: 'alert' }, 'The list could not be loaded. Is the network there?'),
      )
    }
  }
  button.addEventListener('click', open)
  tools.replaceChildren(button)
  if (location.search !== '') void open()
}
