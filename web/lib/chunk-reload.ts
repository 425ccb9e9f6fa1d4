const KEY = 'chunk_reload'

/** Shown while neither calls nor application files get through. */
export const UNREACHABLE = 'We couldn’t reach the server. Check your connection and try again.'

/** Browser messages for a lazily loaded file that is gone, such as after an update of the server. */
const VARIANTS = [
  'failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'importing a module script failed',
  'unable to preload css',
]

export const isChunkError = (error: unknown): boolean => {
  const message = String((error as Error | undefined)?.message ?? error).toLowerCase()
  return VARIANTS.some((variant) => message.includes(variant))
}

interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** The current URL. */
  href: string
  /** Changes the URL without loading anything. */
  show: (path: string) => void
  assign: (path: string) => void
  reload: () => void
}

/** Reloaded paths by the page whose file was missing. */
type Marks = Record<string, string[]>

const readMarks = (storage: Browser['storage']): Marks => {
  try {
    return (JSON.parse(storage.getItem(KEY) ?? '{}') ?? {}) as Marks
  } catch {
    return {}
  }
}

/** Navigating to the same URL with another fragment only scrolls, so the page is reloaded explicitly. */
function reload(target: string, browser: Browser): void {
  const [now, next] = [new URL(browser.href), new URL(target, browser.href)]
  if (now.origin + now.pathname + now.search === next.origin + next.pathname + next.search) {
    browser.show(target)
    browser.reload()
  } else {
    browser.assign(target)
  }
}

/**
 * Reloads the target path, once per page until its file has loaded. Returns false if it was reloaded before.
 */
export function reloadOnce(page: string, target: string, browser: Browser): boolean {
  const marks = readMarks(browser.storage)
  const tried = marks[page] ?? []
  if (tried.includes(target)) return false
  try {
    browser.storage.setItem(KEY, JSON.stringify({ ...marks, [page]: [...tried, target] }))
  } catch {
    // Without storage a reload loop could not be stopped, so nothing is reloaded.
    return false
  }
  reload(target, browser)
  return true
}

/** The page's file has loaded: if it goes missing again, its paths may be reloaded again. */
export function forgetReload(page: string, storage: Browser['storage']): void {
  const { [page]: mark, ...others } = readMarks(storage)
  if (mark) storage.setItem(KEY, JSON.stringify(others))
}

/**
 * A file that can't be loaded: the server doesn't answer, or it has other files by now. Its message is our own, so that
 * no other handler reloads.
 */
export class MissingFileError extends Error {
  readonly isOutage: boolean
  constructor({ isOutage = false, cause }: { isOutage?: boolean; cause: unknown }) {
    super(isOutage ? UNREACHABLE : 'This page must be reloaded.', { cause })
    this.name = 'MissingFileError'
    this.isOutage = isOutage
  }
}

const PATIENCE_MS = 5000

/** Whether the server answers at all: a reload during an outage would show the browser's own error page. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Only a full reload fetches every file anew; without a server it would leave the application. */
export const reloadIfAnswered = async (): Promise<void> => {
  if (await serverAnswers()) location.reload()
}

const missingLinks = new Set<HTMLLinkElement>()

/** Notes style sheets and preloads of the application that could not be loaded. Call once at startup. */
export function watchLinks(): void {
  const ours = `${location.origin}/assets/`
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.href.startsWith(ours)) missingLinks.add(target)
  }
  // Such an event does not bubble.
  document.addEventListener('error', note, true)
}

/**
 * Vite tries each once, and would show a part without its styles the next time. One that fails again is tried with the
 * next file: it may belong to another part.
 */
const fetchMissingLinks = () =>
  Promise.all(
    [...missingLinks].map((missing) => {
      missingLinks.delete(missing)
      const link = missing.cloneNode() as HTMLLinkElement
      missing.replaceWith(link)
      return new Promise((resolve) => {
        link.onload = resolve
        link.onerror = resolve
      })
    }),
  )

/**
 * Loads a file of the application, once more if the server answers: the connection may have been lost for a moment.
 * @throws MissingFileError if it can't be loaded; a later call tries again
 */
export async function loadFile<T>(load: () => Promise<T>, tries = 2): Promise<T> {
  try {
    await fetchMissingLinks()
    return await load()
  } catch (error) {
    if (!isChunkError(error)) throw error
    const isOutage = !(await serverAnswers())
    if (!isOutage && tries > 1) return loadFile(load, tries - 1)
    throw new MissingFileError({ isOutage, cause: error })
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
 * Wraps a page's loader: a missing file reloads the requested path if the server answers, other errors pass
 * through. `target` returns undefined for preloads, so nothing reloads while someone works.
 */
export function withReload<T>(
  page: string,
  load: () => Promise<T>,
  target: () => string | undefined,
): () => Promise<T> {
  return async () => {
    try {
      const loaded = await loadFile(load)
      forgetReload(page, sessionStorage)
      return loaded
    } catch (error) {
      const path = error instanceof MissingFileError && !error.isOutage && target()
      // Renders nothing more while the browser reloads.
      if (path && reloadOnce(page, path, thisBrowser())) return new Promise<T>(() => {})
      throw error
    }
  }
}
