/** Properties that are made when they are asked for. */

/** What makes a property, kept at its object; templates and JSON see names alone. */
const makers = new Map<string, { readonly slot: symbol; readonly accessor: PropertyDescriptor }>()

/**
 * Gives an object a property that `make` returns each time it is read, and returns the object.
 *
 * An accessor written in an object literal is a new function for every object. V8 then makes a hidden class for each,
 * which holds the function and all that it sees until the next collection of the whole heap; young objects outlive
 * their use by thousands of calls, and collecting them costs a hundred times as much. Here all objects share one
 * function for each name.
 */
export function lazy<T extends object, K extends string, V>(
  object: T,
  name: K,
  make: () => V,
): T & { readonly [name in K]: V } {
  const { slot, accessor } = makerOf(name)
  Object.defineProperty(object, slot, { value: make })
  return Object.defineProperty(object, name, accessor) as T & { readonly [name in K]: V }
}

function makerOf(name: string) {
  const known = makers.get(name)
  if (known) return known
  const slot = Symbol(name)
  const accessor: PropertyDescriptor = {
    get(this: { readonly [slot]: () => unknown }) {
      return this[slot]()
    },
    enumerable: true,
    configurable: true,
  }
  const made = { slot, accessor }
  makers.set(name, made)
  return made
}
