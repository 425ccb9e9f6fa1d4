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
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** The address that is shown now. */
  href: string
  /** Shows another address without loading anything. */
  show: (path: string) => void
  assign: (path: string) => void
  reload: () => void
}

/** Which paths were loaded again for the missing file of which page. */
type Marks = Record<string, string[]>

const readMarks = (storage: Browser['storage']): Marks => {
  try {
    return (JSON.parse(storage.getItem(KEY) ?? '{}') ?? {}) as Marks
  } catch {
    return {}
  }
}

/** To go to where one already is but for the fragment would only scroll: then the page itself is loaded again. */
function reload(target: string, browser: Browser): void {
  const [now, next] = [new URL(browser.href), new URL(target, browser.href)]
  if (now.origin + now.pathname + now.search === next.origin + next.pathname + next.search) {
    browser.show(target)
    browser.reload()
  } else {
    browser.assign(target)
  }
}

/** Loads the target path again, once for the file of a page: answers false until that file has come. */
export function reloadOnce(page: string, target: string, browser: Browser): boolean {
  const marks = readMarks(browser.storage)
  const tried = marks[page] ?? []
  if (tried.includes(target)) return false
  try {
    browser.storage.setItem(KEY, JSON.stringify({ ...marks, [page]: [...tried, target] }))
  } catch {
    // Without storage a loop could not be stopped, so nothing is reloaded.
    return false
  }
  reload(target, browser)
  return true
}

/** The file of a page has come: should it be gone another time, its paths are loaded again again. */
export function forgetReload(page: string, storage: Browser['storage']): void {
  const { [page]: mark, ...others } = readMarks(storage)
  if (mark) storage.setItem(KEY, JSON.stringify(others))
}

/** A page's file that is still missing after a reload. Its words are our own, so that nobody else reloads again. */
export class MissingFileError extends Error {
  constructor(options: ErrorOptions) {
    super('Part of the application could not be loaded', options)
    this.name = 'MissingFileError'
  }
}

const thisBrowser = (): Browser => ({
  storage: sessionStorage,
  href: location.href,
  show: (path) => history.replaceState(history.state, '', path),
  assign: (path) => location.assign(path),
  reload: () => location.reload(),
})

/**
 * Wraps the loader of a page: a missing file reloads the path that was asked for, other faults pass on. `target`
 * answers undefined while nobody is going anywhere (a preload), so nothing is reloaded under a person's hands.
 */
export function withReload<T>(
  page: string,
  load: () => Promise<T>,
  target: () => string | undefined,
): () => Promise<T> {
  return async () => {
    try {
      const loaded = await load()
      forgetReload(page, sessionStorage)
      return loaded
    } catch (error) {
      const path = target()
      if (!isChunkError(error)) throw error
      // While the browser loads the page again nothing more is drawn.
      if (path && reloadOnce(page, path, thisBrowser())) return new Promise<T>(() => {})
      throw new MissingFileError({ cause: error })
    }
  }
}
