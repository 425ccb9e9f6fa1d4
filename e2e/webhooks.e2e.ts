import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let receiver: Server
let status = 200

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"seen":true}')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  t = await testApp({ hostMap: `hook.example=127.0.0.1:${(receiver.address() as AddressInfo).port}` })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await new Promise((resolve) => receiver.close(resolve))
})

it('adds a webhook, stores its secret, tests it and shows deliveries', async () => {
  const user = await t.account()
  const { page, faults, waitForRequests, close } = await openPage(url, { as: user })
  await page.goto('/integration/webhook')
  await page.getByText('No webhooks yet').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Address').fill('http://hook')
  await page.getByRole('button', { name: 'Add webhook' }).last().click()
  await page.getByText('Enter an address that starts with https://').waitFor()
  await page.getByLabel('Address').fill('https://hook.example/in')
  await page.getByLabel('Name').fill('Our CRM')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add webhook' }).last().click()
  await page.getByText(/^whsec_/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('row', { name: /Our CRM.*On/ }).waitFor()

  await page.getByRole('button', { name: 'Actions for Our CRM' }).click()
  await page.getByRole('menuitem', { name: 'Send test event' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send test', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Delivery' })
  await drawer.getByText('Delivered').waitFor()
  await drawer
    .getByRole('region', { name: 'Request headers' })
    .getByText(/webhook-signature: v1,/)
    .waitFor()
  await drawer.getByRole('region', { name: 'Response body' }).getByText('"seen": true').waitFor()
  await expectAccessible(page)
  expect(await page.content()).not.toContain('whsec_')
  await drawer.getByRole('button', { name: 'Close' }).click()

  status = 500
  await seedList(t, user, { leads: [{ values: { name: 'One' } }] })
  const row = page.getByRole('row', { name: /Leads added.*Trying again.*500/ })
  await expect
    .poll(async () => {
      await page.reload()
      await waitForRequests()
      return row.isVisible()
    })
    .toBe(true)
  status = 200
  await row.click()
  await drawer.getByRole('button', { name: 'Send now' }).click()
  await drawer.getByText('Delivered').waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page)

  // The browser logs the address that the server refused.
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  await close()
})

it('a list gets its own webhooks, on a small screen too', async () => {
  const user = await t.account()
  const list = await seedList(t, user, { name: 'Bakeries', leads: [{ values: { name: 'One' } }] })
  const { page, faults, close } = await openPage(url, { as: user, width: 390, height: 844, dark: true })
  await page.goto(`/saved-lists/local-${list.id}`)
  await page.getByRole('button', { name: 'List menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Webhooks' }).click()
  await page.getByText('Bakeries').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('checkbox', { name: 'Leads added' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Credits low' }).count()).toBe(0)
  await page.getByLabel('Address').fill('https://hook.example/list')
  await page.getByRole('button', { name: 'Add webhook' }).last().click()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('hook.example/list').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})
