import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { ACCESS_TOKEN_KEY } from '#contract/core/constants.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Domains of brands are this machine.
  '--host-resolver-rules=MAP *.brands.example 127.0.0.1',
]

/** Hosts of this machine: its own address, and domains that tests give to brands. */
const isHere = (hostname: string): boolean => hostname === '127.0.0.1' || hostname.endsWith('.brands.example')

let browser: Promise<Browser> | undefined
/** Profiles that nobody uses, by the address of the server they belong to. */
const idle = new Map<string, BrowserContext[]>()

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
 * in the profile's cache, as they are for somebody who comes back.
 * @param url where the server listens
 */
export async function openPage(url: string, options: PageOptions = {}): Promise<WatchedPage> {
  const context = idle.get(url)?.pop() ?? (await newProfile(url))
  const page = await context.newPage()
  await page.setViewportSize({ width: options.width ?? 1366, height: options.height ?? 800 })
  await page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' })
  const { as } = options
  if (as) {
    await page.addInitScript(
      ([key, token]) => {
        // Once: whoever signs out, or goes on as somebody else, stays so when the page loads anew.
        if (sessionStorage.getItem('as')) return
        sessionStorage.setItem('as', 'set')
        localStorage.setItem(key as string, token as string)
      },
      [ACCESS_TOKEN_KEY, as.token],
    )
  }
  const answered = watchRequests(page)
  return { page, context, faults: watch(page), answered, close: () => forget(context, url) }
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

function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(WITHOUT_HTTPS))
      faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !isHere(hostname)) faults.push(`left this machine: ${request.url()}`)
  })
  return faults
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
  return async () => {
    do {
      while (open.size > 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      // What an answer draws may ask for more: a part of the page that is loaded only now, and what that part shows.
      await page.evaluate(DRAWN)
    } while (open.size > 0)
  }
}

/** A page that was reloaded or left still writes until it is closed: the storage is cleared after, by a blank one. */
async function forget(context: BrowserContext, url: string): Promise<void> {
  const tabs = context.pages()
  const last = await context.newPage()
  await Promise.all(tabs.map((tab) => tab.close()))
  await context.clearCookies()
  const devtools = await context.newCDPSession(last)
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers'
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes })
  await last.close()
  idle.set(url, [...(idle.get(url) ?? []), context])
}

/** Closes the profiles of a server that goes away. */
export async function closeProfiles(url: string): Promise<void> {
  const profiles = idle.get(url) ?? []
  idle.delete(url)
  await Promise.all(profiles.map((context) => context.close()))
}
