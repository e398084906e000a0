/** The addresses of tables, which are pages of the app alone: no published site has them. */
export type TablePlace =
  | { readonly page: 'seat' }
  | { readonly page: 'watch' }
  | { readonly page: 'tables' }
  | { readonly page: 'new'; readonly scenario?: string }
  | { readonly page: 'table'; readonly table: string }
  | { readonly page: 'class'; readonly class: string }

/** What a path asks for; undefined where it is no table's. */
export function tablePlace(pathname: string, search: string): TablePlace | undefined {
  const [first, second, ...more] = pathname.split('/').filter((part) => part !== '')
  if (more.length > 0) return undefined
  if (first === 'seat' && second === undefined) return { page: 'seat' }
  if (first === 'watch' && second === undefined) return { page: 'watch' }
  if (first === 'classes' && second !== undefined) return { page: 'class', class: second }
  if (first !== 'tables') return undefined
  if (second === undefined) return { page: 'tables' }
  if (second !== 'new') return { page: 'table', table: second }
  const scenario = new URLSearchParams(search).get('scenario')
  return { page: 'new', ...(scenario === null ? {} : { scenario }) }
}

export const tablePath = (place: Exclude<TablePlace, { page: 'seat' | 'watch' }>): string => {
  switch (place.page) {
    case 'tables':
      return '/tables'
    case 'new':
      return `/tables/new${place.scenario === undefined ? '' : `?scenario=${encodeURIComponent(place.scenario)}`}`
    case 'table':
      return `/tables/${place.table}`
    case 'class':
      return `/classes/${place.class}`
  }
}
