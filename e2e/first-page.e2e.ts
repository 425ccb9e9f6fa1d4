import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage, type PageOptions } from './support/browser.ts'

const ASSETS = join(import.meta.dirname, '../web/dist/assets')
/** Maximum size of a page's own file, compressed. */
const PAGE_BYTES = 60_000
const LOGIN_BYTES = 171_500
/** Maximum compressed scripts and requests of a first visit, including the event stream. */
const FIRST_VISIT = { scripts: 330_000, requests: 20 }
/** What occasional pages share: each file, and all of them. */
const SHARED_BYTES = { each: 22_000, all: 113_000 }

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  await t.admin()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

const packed = (file: string): number => gzipSync(readFileSync(join(ASSETS, file)), { level: 9 }).length

/** Requests of a new browser until the page is shown and the network is idle. */
async function requestsOf(path: string, heading: string, options: PageOptions = {}): Promise<string[]> {
  const { page, close } = await openPage(url, options)
  const requested: string[] = []
  const open = new Set<Request>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The tab's icon is fetched by browsers with a window only.
    if (pathname === '/site-icon' && request.resourceType() === 'other') return
    requested.push(pathname)
    // The event stream stays open as long as the page.
    if (!request.url().endsWith('/api/events')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await expect.poll(() => open.size).toBe(0)
  await close()
  console.log(`${path}: ${requested.length} requests\n  ${requested.join('\n  ')}`)
  return requested
}

const scripts = (requested: string[]) =>
  requested.filter((one) => one.endsWith('.js')).map((one) => one.slice('/assets/'.length))

describe('page size', () => {
  it('is at most 20 requests and 330 KB of scripts for the first signed-in page', async () => {
    const user = await t.account()
    const requested = await requestsOf('/', 'New Search', { as: user })
    expect(scripts(requested).length).toBeGreaterThan(0)
    expect(requested.length).toBeLessThanOrEqual(FIRST_VISIT.requests)
    const bytes = scripts(requested).reduce((sum, file) => sum + packed(file), 0)
    console.log(`New Search: ${Math.round(bytes / 1000)} KB of scripts`)
    expect(bytes).toBeLessThanOrEqual(FIRST_VISIT.scripts)
  })

  it('leaves out the text editor where pages do not use it', () => {
    const shared = readdirSync(ASSETS).filter((file) => /^shared-[\w-]+\.js$/.test(file))
    expect(shared.length).toBeGreaterThan(10)
    const takesEditor = (file: string) =>
      /from\s*['"]\.\/editor-/.test(readFileSync(join(ASSETS, file), 'utf8'))
    expect(shared.filter(takesEditor)).toEqual([])
    expect(shared.filter((file) => packed(file) > SHARED_BYTES.each)).toEqual([])
    const bytes = shared.reduce((sum, file) => sum + packed(file), 0)
    console.log(`shared: ${Math.round(bytes / 1000)} KB of scripts in ${shared.length} files`)
    expect(bytes).toBeLessThanOrEqual(SHARED_BYTES.all)
  })

  it('is at most 15 requests and 171 KB of scripts for the sign-in page', async () => {
    const requested = await requestsOf('/login', 'Sign in')
    expect(requested.length).toBeLessThanOrEqual(15)
    const bytes = scripts(requested).reduce((sum, file) => sum + packed(file), 0)
    console.log(`/login: ${Math.round(bytes / 1000)} KB of scripts`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(LOGIN_BYTES)
  })

  it('is at most 60 KB for the file of any page', () => {
    const pages = readdirSync(ASSETS).filter((file) => /-page-[\w-]+\.js$/.test(file))
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.filter((file) => packed(file) > PAGE_BYTES)).toEqual([])
  })
})
