import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forms } from '#contract/prospecting/forms.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
/** Somebody's website, of another origin. */
let website: Server
let websiteUrl: string
let markup = ''
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  website = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Bakery</title><h1>Our bakery</h1>${markup}</html>`)
  })
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve))
  websiteUrl = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  website?.close()
})

/** Saves screenshots to the folder in SHOTS, if it is set. */
const shots = process.env.SHOTS
async function shoot(
  page: { screenshot(options: { path: string; fullPage: true }): Promise<unknown> },
  name: string,
) {
  if (!shots) return
  await mkdir(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })
}

it('brings a visitor of another website into a list', async () => {
  const user = await t.account()
  const list = await seedList(t, user, { name: 'From our website' })
  const { page, close } = await openPage(url, { as: user })
  await page.goto('/lead-search/forms')
  await page.getByText('No forms yet').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New form' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Contact us')
  await page.getByRole('combobox', { name: 'List' }).click()
  await page.getByRole('option', { name: 'From our website' }).click()
  await page.getByLabel('Add a question').selectOption('Phone')
  await shoot(page, 'form-builder')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create form' }).click()
  await page.getByText('Code for your website').waitFor()
  await shoot(page, 'form')
  await expectAccessible(page)
  const [form] = (await t.call(forms, {}, user)).body.data

  markup = `<script src="${url}/embed/form.js" data-form="${form?.key}" data-title="Contact"></script>`
  const visitor = await openPage(url)
  await visitor.page.goto(websiteUrl)
  const frame = visitor.page.frameLocator('iframe[title="Contact"]')
  await frame.getByRole('textbox', { name: 'Name' }).fill('Blue Door Bakery')
  await frame.getByRole('textbox', { name: 'Email' }).fill('hello@bluedoor.example')
  await frame.getByRole('checkbox').check()
  await shoot(visitor.page, 'form-embedded')
  await frame.getByRole('button', { name: 'Send' }).click()
  await frame.getByText('Thank you. We’ll be in touch soon.').waitFor()
  await shoot(visitor.page, 'form-thanks')
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await visitor.page.setViewportSize({ width, height: 900 })
    await visitor.page.goto(`${url}/forms/${form?.key}?theme=${scheme}`)
    await visitor.page.getByRole('button', { name: 'Send' }).waitFor()
    await expectAccessible(visitor.page)
    await shoot(visitor.page, `form-page-${width}-${scheme}`)
  }
  await visitor.close()

  await page.goto(`/saved-lists/local-${list.id}`)
  await page.getByText('Blue Door Bakery').first().waitFor()
  await page.goto('/lead-search/forms')
  await page.getByRole('button', { name: 'Actions for Contact us' }).click()
  await page.getByRole('menuitem', { name: 'Submissions' }).click()
  await page.getByText('hello@bluedoor.example').waitFor()
  await expectAccessible(page)
  await shoot(page, 'submissions')
  await page.getByText('Blue Door Bakery').click()
  await page.getByText('I agree that my details are used to answer my request.').waitFor()
  await shoot(page, 'submission')
  await page.goto('/notifications')
  await page.getByText('New lead from Contact us').first().waitFor()
  expect(page.url()).toContain('/notifications')
  await close()
})
