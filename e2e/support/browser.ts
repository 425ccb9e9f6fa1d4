import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { ACCESS_TOKEN_KEY } from '#contract/core/constants.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page runs long enough for optimizing its code to pay off.
  '--js-flags=--no-maglev --no-turbofan',
  // Frames are rendered by the processor, tile by tile: fewer tiles, and no separate GPU process.
  '--in-process-gpu',
  '--default-tile-width=2048',
  '--default-tile-height=2048',
  // Brand domains resolve to this machine.
  '--host-resolver-rules=MAP *.brands.example 127.0.0.1',
]

/** Local hosts: the loopback address, and brand domains of tests. */
const isHere = (hostname: string): boolean => hostname === '127.0.0.1' || hostname.endsWith('.brands.example')

let browser: Promise<Browser> | undefined
/** A tab with its own profile. */
interface Tab {
  context: BrowserContext
  page: Page
}
/** Idle tabs, by the address of their server. */
const idle = new Map<string, Tab[]>()
const inUse = new Map<string, Set<Tab>>()
/** Waits until a page's requests have been answered. */
const waitersOf = new WeakMap<Page, () => Promise<void>>()
let opened = 0
/** Address of this worker's servers, which run one after another. */
let port = 0

/** Listens at the address of the worker's previous server, so that tabs can use files in their cache. */
export async function listen(app: TestApp): Promise<string> {
  const url = await app.listen(port)
  port ||= Number(new URL(url).port)
  return url
}

/** One browser for all files of a worker; it ends with the worker. */
function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: FLAGS,
  })
  return browser
}

/** A page that records everything a page should never do. */
export interface WatchedPage {
  page: Page
  /** For more tabs of the same profile. */
  context: BrowserContext
  /** Uncaught errors, console errors (including policy violations) and requests to other machines. */
  faults: string[]
  /** Waits until every request but the event stream has been answered. */
  waitForRequests(): Promise<void>
  /** Closes all tabs and clears the profile. */
  close(): Promise<void>
}

export interface PageOptions {
  /** Signs in as this user first. */
  as?: TestUser
  width?: number
  height?: number
  dark?: boolean
}

/**
 * Opens a page in an empty profile. Only files loaded from this server before may still be in the cache, as for a
 * returning visitor.
 *
 * The tab may be reused: starting one and reading the application's code again takes longer than most pages do. If
 * you add a script with `addInitScript`, close `page` before `close()`, so that the script ends with it.
 * @param url address of the server
 */
export async function openPage(url: string, options: PageOptions = {}): Promise<WatchedPage> {
  const tab = idle.get(url)?.pop() ?? (await newTab(url))
  inUse.set(url, (inUse.get(url) ?? new Set()).add(tab))
  const { context, page } = tab
  await page.setViewportSize({ width: options.width ?? 1366, height: options.height ?? 800 })
  await page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' })
  const started = await page.addInitScript(startOfSession, [
    String(++opened),
    ACCESS_TOKEN_KEY,
    options.as?.token ?? '',
  ] as const)
  const waitForRequests = watchRequests(page)
  waitersOf.set(page, waitForRequests)
  const { faults, origins } = watch(page)
  return {
    page,
    context,
    faults,
    waitForRequests,
    close: async () => {
      inUse.get(url)?.delete(tab)
      if (!page.isClosed()) await started.dispose()
      await forget(tab, url, origins)
    },
  }
}

/**
 * Runs in the page before anything else. The first page of each server starts with an empty session storage; later
 * loads keep it, so that a sign-out or another sign-in stays in effect.
 */
function startOfSession([visit, key, token]: readonly [visit: string, key: string, token: string]): void {
  if (sessionStorage.getItem('visit') === visit) return
  sessionStorage.clear()
  sessionStorage.setItem('visit', visit)
  if (token) localStorage.setItem(key, token)
}

/**
 * Navigates within the application like a link, which takes a third of the work of a load, and waits until its
 * requests have been answered. Use `page.goto` for a visit that starts with this page, for a page with requests that
 * stay open, and to reload the current page.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
  await waitersOf.get(page)?.()
}

async function newTab(url: string): Promise<Tab> {
  const context = await newProfile(url)
  return { context, page: await context.newPage() }
}

async function newProfile(url: string): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext({
    baseURL: url,
    viewport: { width: 1366, height: 800 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** Console messages caused by serving a brand's page without HTTPS in tests. */
const WITHOUT_HTTPS = 'The Cross-Origin-Opener-Policy header has been ignored, because the URL'

function watch(page: Page): { faults: string[]; origins: Set<string> } {
  const faults: string[] = []
  const origins = new Set<string>()
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(WITHOUT_HTTPS))
      faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { hostname, protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && !isHere(hostname)) faults.push(`left this machine: ${request.url()}`)
    else origins.add(origin)
  })
  return { faults, origins }
}

/** Runs in the page: waits for a few frames. */
const DRAWN = `new Promise((resolve) => {
  const wait = (left) => (left === 0 ? resolve() : requestAnimationFrame(() => setTimeout(() => wait(left - 1))))
  wait(4)
})`

/** Each request starts at once or not at all, so an empty set means that the page waits for nothing. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let wake = () => {}
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/events') open.add(request)
  })
  const over = (request: Request) => {
    open.delete(request)
    wake()
  }
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  const settle = async () => {
    do {
      while (open.size > 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      // Rendering an answer may send more requests: a lazy part of the page, and its data.
      await page.evaluate(DRAWN)
    } while (open.size > 0)
  }
  const pending = () => [...open].map((request) => `${request.method()} ${request.url()}`).join(', ')
  return () => withLimit(settle(), () => `${page.url()} still waits for ${pending() || 'its own scripts'}`)
}

/** Waits as long as any other step of a journey may take, and then says what it waited for. */
async function withLimit<T>(work: Promise<T>, explain: () => string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(explain())), PATIENCE_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** An empty document of the server without scripts, on which an idle tab keeps and requests nothing. */
const QUIET = '/robots.txt'

/** Stops the page's work and clears the profile. */
async function forget(tab: Tab, url: string, origins: Set<string>): Promise<void> {
  const { context, page } = tab
  await Promise.all(
    context
      .pages()
      .filter((one) => one !== page)
      .map((one) => one.close()),
  )
  if (page.isClosed()) return context.close()
  await Promise.all([
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.unrouteAll(),
    context.setOffline(false),
  ])
  await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' })
  await page.mouse.move(-1, -1)
  await page.goto(url + QUIET)
  await Promise.all([context.clearCookies(), context.clearPermissions()])
  const devtools = await context.newCDPSession(page)
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers'
  for (const origin of origins.add(new URL(url).origin))
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.send('Page.resetNavigationHistory')
  await devtools.detach()
  idle.set(url, [...(idle.get(url) ?? []), tab])
}

/** Closes the tabs of a server that stops; idle ones stay if the next server listens at the same address. */
export async function closeProfiles(url: string): Promise<void> {
  const isKept = Number(new URL(url).port) === port
  const tabs = [...(inUse.get(url) ?? []), ...((!isKept && idle.get(url)) || [])]
  inUse.delete(url)
  if (!isKept) idle.delete(url)
  await Promise.all(tabs.map(({ context }) => context.close()))
}
