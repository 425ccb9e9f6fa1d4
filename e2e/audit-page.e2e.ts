import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { saveAuditPage } from '#contract/prospecting/audits.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

const DIST = join(import.meta.dirname, '../web/dist')
/** Scripts of a page for visitors, uncompressed. */
const SCRIPT_BYTES = 60_000

let box: MailBox
let websites: SampleWebsites
let t: TestApp
let url: string
let admin: TestUser
let listId: number
beforeAll(async () => {
  box = await startMailBox()
  websites = await startSampleWebsites({
    'bluedoor.example': {
      '/': '<title>Blue Door Bakery</title><p>Fresh bread. © 2019 Blue Door</p><a href="/contact">Contact</a>',
      '/contact':
        '<title>Contact</title><form><input name="email"><textarea name="message"></textarea></form>',
    },
  })
  t = await testApp({ smtpUrl: box.url, hostMap: websites.hostMap, crawl: { delayMs: 0 } })
  url = await listen(t)
  admin = await t.admin()
  listId = (await seedList(t, admin, { type: 'local' })).id
  const body = { is_on: true, list_id: listId }
  expect((await t.call(saveAuditPage, { body }, admin)).status).toBe(200)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await websites?.close()
  await box?.close()
})

it('embedded on another website, it shows a report, makes a lead and sends the address', async () => {
  const other = await startLocalServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><title>Agency</title><h1>Our agency</h1><script src="${url}/embed/audit.js" data-lang="de" async></script>`,
    )
  })
  const { page, faults, close } = await openPage(url)
  await page.goto(other.url)
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Website', { exact: true }).fill('bluedoor.example')
  await frame.getByLabel('Ihr Name').fill('Ann Lee')
  await frame.getByLabel('Ihre E-Mail-Adresse').fill('ann@bluedoor.example')
  await frame.getByRole('button', { name: 'Website prüfen' }).click()
  await frame.getByText('Bitte stimmen Sie zu').waitFor()
  await frame.getByLabel('Ich bin einverstanden').check()
  await frame.getByRole('button', { name: 'Website prüfen' }).click()
  await frame.getByRole('heading', { name: 'Website-Bericht für bluedoor.example' }).waitFor()
  const height = () => page.locator('iframe').evaluate((element) => element.clientHeight)
  await expect.poll(height).toBeGreaterThan(1200)
  expect(await page.context().cookies()).toEqual([])

  const mail = await box.waitFor('ann@bluedoor.example')
  const { body } = await t.call(leads, { params: { type: 'local', id: listId }, body: {} }, admin)
  expect(body.data.map(({ values }) => values.email)).toContain('ann@bluedoor.example')

  await page.goto(linkIn(mail))
  await page.getByRole('heading', { name: 'Website-Bericht für bluedoor.example' }).waitFor()
  await expectAccessible(page)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Als PDF laden').click()])
  expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/)
  expect(faults).toEqual([])
  await close()
})

it('is accessible, and fits a phone', async () => {
  const { page, faults, close } = await openPage(url, { width: 390, dark: true })
  await page.goto('/audit?lang=en')
  await page.getByRole('heading', { name: 'How well does your website work for you?' }).waitFor()
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  expect(faults).toEqual([])
  await close()
})

it.each(['public-pages/audit-page.ts', 'public-pages/embed.ts'])(
  '%s comes with at most 60 KB of scripts, which name nobody',
  (entry) => {
    const manifest = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8'))
    const filesOf = (name: string): string[] => [
      manifest[name].file,
      ...(manifest[name].imports ?? []).flatMap(filesOf),
    ]
    const files = [...new Set(filesOf(entry))].map((file) => join(DIST, file))
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(SCRIPT_BYTES)
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(/leadwright/i)
  },
)
