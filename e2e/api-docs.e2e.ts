import { afterAll, beforeAll, expect, it } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

it('shows every call, lets one try it, and stays within its policy and on this machine', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url)
  await page.goto('/api/docs')
  await page.getByRole('heading', { level: 1, name: /API/ }).waitFor()
  await page.locator('.opblock-summary-path').first().waitFor()
  await page.locator('.btn.authorize').click()
  // Looking for roles in the whole page would go through every call.
  const dialog = page.locator('.dialog-ux')
  await dialog.getByRole('textbox').fill(user.token)
  await dialog.getByRole('button', { name: 'Apply credentials' }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  // The page draws the calls in sight. Their paths are whole in an attribute, however they break on screen.
  await page.setViewportSize({ width: 1366, height: 40_000 })
  const drawn = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('.opblock-summary-control')].map((line) =>
        line.querySelector('.opblock-summary-method').textContent + ' ' +
        line.querySelector('[data-path]').dataset.path)`,
    )
  await expect.poll(async () => (await drawn()).length).toBe(allEndpoints.length)
  expect((await drawn()).sort()).toEqual(allEndpoints.map(({ method, path }) => `${method} ${path}`).sort())

  await page.locator('.opblock-summary-control', { hasText: 'The signed-in user' }).click()
  await page.locator('.try-out__btn').click()
  await page.locator('.btn.execute').click()
  await page.locator('.live-responses-table').getByText(user.email).first().waitFor()

  expect(await page.title()).toBe('API')
  expect(await page.textContent('#swagger-ui')).not.toMatch(/leadwright|swagger/i)
  expect(faults).toEqual([])
  await close()
})
