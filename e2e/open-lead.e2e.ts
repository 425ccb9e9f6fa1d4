import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { sampleCompany } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let websites: SampleWebsites
let smtp: FakeSmtp
const FIRMS = 24

beforeAll(async () => {
  smtp = await startFakeSmtp({ rcpt: { 'info@acme.example': '250 2.1.5 Ok' } })
  websites = await startSampleWebsites({ 'acme.example': sampleCompany('acme.example') })
  t = await testApp({
    hostMap: websites.hostMap,
    mxMap: `acme.example=${smtp.address}`,
    crawl: { delayMs: 0 },
  })
  url = await listen(t)
  const firms = Array.from({ length: FIRMS }, (_, n) => ({
    name: `Firm ${n + 1}`,
    category: 'craft/sample',
    lat: 1,
    lon: 1,
    city: 'Portland',
    website: 'http://www.acme.example/',
  }))
  await t.places('Open firms', firms)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await websites?.close()
  await smtp?.close()
})

/** A list of all firms: its id and the names in order. */
async function listOfFirms(user: TestUser) {
  const body = { name: 'Firms', type: 'local' as const, search: { keywords: 'Firm' } }
  const created = (await t.call(createList, { body }, user)).body.data
  await t.finished(created.run.id, user)
  const params = { type: 'local', id: created.id } as const
  const { data } = (await t.call(leads, { params, body: { limit: 200 } }, user)).body
  return {
    id: created.id,
    ids: data.map(({ id }) => id),
    names: data.map(({ values }) => String(values.name)),
  }
}

it('an open lead works by keyboard: neighbors, email, copying, deleting and back to its row', async () => {
  const user = await t.account()
  const { id, names } = await listOfFirms(user)
  const { page, context, faults, close } = await openPage(url, { as: user })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/saved-lists/local-${id}`)
  await page
    .getByRole('row', { name: /Select/ })
    .nth(1)
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Lead' })
  await panel.getByText(`1 of ${FIRMS}`).waitFor()
  await page.keyboard.press('j')
  await panel.getByText(`2 of ${FIRMS}`).waitFor()
  await page.keyboard.press('k')
  await panel.getByRole('heading', { name: names[0] as string, exact: true }).waitFor()
  await panel.getByText(/^From Open firms, /).waitFor()
  await expectAccessible(page)

  await panel.getByRole('button', { name: /Find email.*1 credit/ }).click()
  await panel.getByText('info@acme.example').first().waitFor()
  await panel
    .getByText(/found an email.* · 1 credit/)
    .first()
    .waitFor()

  await page.keyboard.press('c')
  await panel.getByText('Copied').waitFor()
  const copied: string = await page.evaluate('navigator.clipboard.readText()')
  expect(copied.split('\n').slice(0, 2)).toEqual([`Name: ${names[0]}`, 'Email: info@acme.example'])

  await panel.getByRole('button', { name: 'Delete this lead' }).click()
  await panel.getByText(`1 of ${FIRMS - 1}`).waitFor()
  await panel.getByRole('heading', { name: names[1] as string, exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await panel.getByText(`2 of ${FIRMS}`).waitFor()

  await panel.getByRole('button', { name: 'Next lead' }).press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain(names[1])
  await context.clearPermissions()
  expect(faults).toEqual([])
  await close()
})

it('continues across pages, in the drawer and on the lead’s own page', async () => {
  const user = await t.account()
  const { id, ids, names } = await listOfFirms(user)
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${id}?lead=${ids[19]}`)
  const panel = page.getByRole('complementary', { name: 'Lead' })
  await panel.getByText(`20 of ${FIRMS}`).waitFor()
  await page.keyboard.press('j')
  await panel.getByText(`21 of ${FIRMS}`).waitFor()
  await page.waitForURL(/page=2/)
  await page.keyboard.press('k')
  await panel.getByText(`20 of ${FIRMS}`).waitFor()

  await panel.getByRole('link', { name: 'Open full page' }).click()
  await page.getByRole('heading', { level: 1, name: names[19] as string, exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 1, name: names[20] as string, exact: true }).waitFor()
  await page.getByText(`21 of ${FIRMS}`).waitFor()
  await page.getByRole('button', { name: 'Delete this lead' }).click()
  await page.getByRole('heading', { level: 1, name: names[21] as string, exact: true }).waitFor()
  expect(faults).toEqual([])
  await close()
})

it('fills the screen of a phone, with its actions at the bottom', async () => {
  const user = await t.account()
  const { id, ids } = await listOfFirms(user)
  const { page, faults, close } = await openPage(url, { as: user, width: 390, height: 800 })
  await page.goto(`/saved-lists/local-${id}?lead=${ids[1]}`)
  const drawer = page.getByRole('dialog', { name: 'Lead' })
  await drawer.getByText(`2 of ${FIRMS}`).waitFor()
  const next = drawer.getByRole('button', { name: 'Next lead' })
  const box = await next.boundingBox()
  expect(box?.y).toBeGreaterThan(700)
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40)
  await next.click()
  await drawer.getByText(`3 of ${FIRMS}`).waitFor()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.dataset.index')).toBe('2')
  expect(faults).toEqual([])
  await close()
})
