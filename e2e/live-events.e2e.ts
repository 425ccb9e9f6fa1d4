import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let user: TestUser
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  user = await t.account()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

/** Counts the open event streams of a profile's pages. */
function countStreams() {
  const open = new Set<unknown>()
  const watch = (page: Page) => {
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/events') open.add(request)
    })
    // The open requests of a closed page end without an event.
    const own = new Set<unknown>()
    page.on('request', (request) => own.add(request))
    page.on('close', () => {
      for (const request of own) open.delete(request)
    })
    page.on('requestfinished', (request) => open.delete(request))
    page.on('requestfailed', (request) => open.delete(request))
  }
  return { watch, count: () => open.size }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Saved Lists' })
const makeList = (name: string) =>
  t.call(createList, { body: { name, type: 'local', search: { source: 'sample' }, limit: 1 } }, user)
/** Test browsers report every tab as visible; this hides a tab behind another one. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${hidden ? 'hidden' : 'visible'}' })
    document.dispatchEvent(new Event('visibilitychange'))
  })()`)

/** One more than the connections that a browser opens to a server: with a stream each, the last would never load. */
const TABS = 7

it('many tabs share one stream, which moves to another tab and closes when all are hidden', async () => {
  const streams = countStreams()
  const first = await openPage(url, { as: user })
  streams.watch(first.page)
  const tabs = [first.page]
  for (let more = 1; more < TABS; more += 1) {
    const page = await first.context.newPage()
    streams.watch(page)
    tabs.push(page)
  }
  for (const page of tabs) {
    await page.goto('/lead-search/saved-lists')
    await heading(page).waitFor()
  }
  expect(streams.count()).toBe(1)

  await makeList('Made elsewhere')
  for (const page of tabs) await page.getByText('Made elsewhere').first().waitFor()

  // The first tab holds the stream.
  await first.page.close()
  await expect.poll(streams.count).toBe(1)
  const left = tabs.slice(1)
  await makeList('Made later')
  for (const page of left) await page.getByText('Made later').first().waitFor()

  for (const page of left) await setHidden(page, true)
  await expect.poll(streams.count).toBe(0)
  await makeList('Made unseen')
  const last = left.at(-1) as Page
  await setHidden(last, false)
  await last.getByText('Made unseen').first().waitFor()
  expect(streams.count()).toBe(1)
  await first.close()
})

it('shows when the connection is lost, and catches up when it returns', async () => {
  const { page, context, close } = await openPage(url, { as: user })
  await page.goto('/lead-search/saved-lists')
  await heading(page).waitFor()
  const banner = page.getByText('Connection lost. Changes can’t be saved until it’s back.')
  expect(await banner.count()).toBe(0)
  await context.setOffline(true)
  await banner.waitFor()
  await expectAccessible(page)
  await context.setOffline(false)
  await banner.waitFor({ state: 'detached' })

  // The browser is online, but the server does not answer.
  await context.route('**/api/events', (route) => route.abort())
  await setHidden(page, true)
  await setHidden(page, false)
  await banner.waitFor()
  await makeList('Made meanwhile')
  await page.getByRole('button', { name: 'Try now' }).click()
  await banner.waitFor()
  await context.unroute('**/api/events')
  await banner.waitFor({ state: 'detached' })
  await page.getByText('Made meanwhile').first().waitFor()
  await close()
})
