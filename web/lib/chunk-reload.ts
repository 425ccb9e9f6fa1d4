const KEY = 'chunk_reload'

/** What the browsers say when a lazily loaded file is gone, e.g. after an update of the server. */
const VARIANTS = [
  'failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'importing a module script failed',
  'unable to preload css',
]

/** Whether an error means that a page's file could not be loaded. */
export const isChunkError = (error: unknown): boolean => {
  const message = String((error as Error | undefined)?.message ?? error).toLowerCase()
  return VARIANTS.some((variant) => message.includes(variant))
}

interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  assign: (path: string) => void
}

/** Loads the target path anew, once: answers false when that was tried just before for the same path. */
export function reloadOnce(target: string, { storage, assign }: Browser): boolean {
  try {
    if (storage.getItem(KEY) === target) {
      storage.removeItem(KEY)
      return false
    }
    storage.setItem(KEY, target)
  } catch {
    // Without storage a loop could not be stopped, so nothing is reloaded.
    return false
  }
  assign(target)
  return true
}

/** A page's file that is still missing after a reload. Its words are our own, so that nobody else reloads again. */
export class MissingFileError extends Error {
  constructor(options: ErrorOptions) {
    super('A part of the application could not be loaded', options)
    this.name = 'MissingFileError'
  }
}

/**
 * Wraps the loader of a page: a missing file reloads the path that was asked for, other faults pass on. `target`
 * answers undefined while nobody is going anywhere (a preload), so nothing is reloaded under a person's hands.
 */
export function withReload<T>(load: () => Promise<T>, target: () => string | undefined): () => Promise<T> {
  return async () => {
    try {
      const loaded = await load()
      sessionStorage.removeItem(KEY)
      return loaded
    } catch (error) {
      const browser = { storage: sessionStorage, assign: (path: string) => location.assign(path) }
      // While the browser loads the page anew nothing more is drawn.
      const path = target()
      if (!isChunkError(error)) throw error
      if (path && reloadOnce(path, browser)) return new Promise<T>(() => {})
      throw new MissingFileError({ cause: error })
    }
  }
}
