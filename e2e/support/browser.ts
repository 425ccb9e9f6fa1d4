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
  // No page runs for long enough to earn back what optimizing its code costs.
  '--js-flags=--no-maglev --no-turbofan',
  // Each frame is drawn by the processor, tile by tile: fewer tiles, and no process of its own to pass them to.
  '--in-process-gpu',
  '--default-tile-width=2048',
  '--default-tile-height=2048',
  // Domains of brands are this machine.
  '--host-resolver-rules=MAP *.brands.example 127.0.0.1',
]

/** Hosts of this machine: its own address, and domains that tests give to brands. */
const isHere = (hostname: string): boolean => hostname === '127.0.0.1' || hostname.endsWith('.brands.example')

let browser: Promise<Browser> | undefined
/** A tab in a profile of its own. */
interface Tab {
  context: BrowserContext
  page: Page
}
/** Tabs that nobody uses, by the address of the server they belong to. */
const idle = new Map<string, Tab[]>()
/** Tabs that a test has open. */
const inUse = new Map<string, Set<Tab>>()
/** Waits until a page's requests have been answered. */
const answeredOf = new WeakMap<Page, () => Promise<void>>()
let opened = 0
/** Where this worker's servers listen, one after the other. */
let port = 0

/** Starts to listen where the worker's last server did: what its tabs have loaded from there need not load again. */
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

/** A page that remembers everything a page should never do. */
export interface WatchedPage {
  page: Page
  /** For further tabs of the same profile. */
  context: BrowserContext
  /** Uncaught errors, console errors (policy violations among them) and requests that left this machine. */
  faults: string[]
  /** Waits until every request but the stream of events has been answered. */
  answered(): Promise<void>
  /** Closes all tabs and forgets what the profile knew. */
  close(): Promise<void>
}

export interface PageOptions {
  /** Signed in as this user from the start. */
  as?: TestUser
  width?: number
  height?: number
  dark?: boolean
}

/**
 * Opens a page in a profile that knows nothing. Only the files it has loaded from this server before may still be
 * in the profile's cache, as they are for someone who comes back.
 *
 * The tab may have served an earlier call: starting one and reading the application's code again takes longer than
 * most pages do. Whoever adds a script with `addInitScript` closes `page` before `close()`, so that it ends with it.
 * @param url where the server listens
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
  const answered = watchRequests(page)
  answeredOf.set(page, answered)
  const { faults, origins } = watch(page)
  return {
    page,
    context,
    faults,
    answered,
    close: async () => {
      inUse.get(url)?.delete(tab)
      if (!page.isClosed()) await started.dispose()
      await forget(tab, url, origins)
    },
  }
}

/**
 * Runs in the page before anything else. The first page of each server starts without what the tab has kept for its
 * session; after that, whoever signs out, or goes on as someone else, stays so when the page loads again.
 */
function startOfSession([visit, key, token]: readonly [visit: string, key: string, token: string]): void {
  if (sessionStorage.getItem('visit') === visit) return
  sessionStorage.clear()
  sessionStorage.setItem('visit', visit)
  if (token) localStorage.setItem(key, token)
}

/**
 * Goes to a page of the application as its links do, which takes a third of the work of loading it again, and waits
 * until its requests have been answered. Use `page.goto` for a visit that starts with this page, for a page whose
 * requests stay open, and to load the page that is already shown.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
  await answeredOf.get(page)?.()
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

/** What a browser says of a brand's page because tests serve it without HTTPS. */
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

/** Runs in the page: until it has been drawn a few times. */
const DRAWN = `new Promise((resolve) => {
  const wait = (left) => (left === 0 ? resolve() : requestAnimationFrame(() => setTimeout(() => wait(left - 1))))
  wait(4)
})`

/** Each request starts at once or not at all, so an empty set means that the page waits for nobody. */
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
      // What an answer draws may ask for more: a part of the page that is loaded only now, and what that part shows.
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

/** A document of the server that runs no script: what the tab is left on keeps nothing and asks for nothing. */
const QUIET = '/robots.txt'

/** Ends what the page was doing, and takes from the profile all that it knew. */
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

/** Closes the tabs of a server that goes away; idle ones stay when the next server listens at the same address. */
export async function closeProfiles(url: string): Promise<void> {
  const isKept = Number(new URL(url).port) === port
  const tabs = [...(inUse.get(url) ?? []), ...((!isKept && idle.get(url)) || [])]
  inUse.delete(url)
  if (!isKept) idle.delete(url)
  await Promise.all(tabs.map(({ context }) => context.close()))
}
