import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { ACCESS_TOKEN_KEY } from '#contract/constants.ts'
import type { TestUser } from '#server/testing/factories.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: FLAGS })

/** A page that remembers everything a page should never do. */
export interface WatchedPage {
  page: Page
  context: BrowserContext
  /** Uncaught errors, console errors (policy violations among them) and requests that left this machine. */
  faults: string[]
}

export interface PageOptions {
  /** Signed in as this user from the start. */
  as?: TestUser
  width?: number
  height?: number
  dark?: boolean
}

/** Opens a page in a fresh profile. */
export async function openPage(
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: options.width ?? 1366, height: options.height ?? 800 },
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  const { as } = options
  if (as) {
    await context.addInitScript(
      ([key, token]) => localStorage.setItem(key as string, token as string),
      [ACCESS_TOKEN_KEY, as.token],
    )
  }
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1')
      faults.push(`left this machine: ${request.url()}`)
  })
  return { page, context, faults }
}

/** No violation of WCAG A and AA rules on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`),
  ).toEqual([])
}
