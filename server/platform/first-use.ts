import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A library that few requests need: loaded by the first call of the returned function, and kept. A server that is never
 * asked for it does not hold it in memory (docs/performance.md, "Memory").
 */
export function onFirstUse<Library>(name: string): () => Library {
  let library: Library | undefined
  return () => {
    library ??= require(name) as Library
    return library
  }
}
