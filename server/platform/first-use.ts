import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A library that few requests need: loaded on the first call of the returned function. Until then it takes no memory
 * (docs/performance.md, "Memory").
 */
export function onFirstUse<Library>(name: string): () => Library {
  let library: Library | undefined
  return () => {
    library ??= require(name) as Library
    return library
  }
}
