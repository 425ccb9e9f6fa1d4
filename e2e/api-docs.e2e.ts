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

it('lists every call, tries one, and loads nothing from elsewhere', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url)
  await page.goto('/api/docs')
  await page.getByRole('heading', { level: 1, name: /API/ }).waitFor()
  // The page renders only calls in view. The full path is in an attribute, however it wraps on screen.
  const shown = new Set<string>()
  await page.locator('.opblock-summary-path').first().waitFor()
  await expect
    .poll(async () => {
      const calls = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.opblock-summary-control')].map((line) =>
          line.querySelector('.opblock-summary-method').textContent + ' ' +
          line.querySelector('[data-path]').dataset.path)`,
      )
      for (const call of calls) shown.add(call)
      await page.mouse.wheel(0, 500)
      return shown.size
    })
    .toBe(allEndpoints.length)
  expect([...shown].sort()).toEqual(allEndpoints.map(({ method, path }) => `${method} ${path}`).sort())
  await page.evaluate('scrollTo(0, 0)')

  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.getByRole('textbox').fill(user.token)
  await page.getByRole('button', { name: 'Apply credentials' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const me = page.locator('.opblock-summary-control', { hasText: 'The signed-in user' })
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 500)
      return me.count()
    })
    .toBe(1)
  await me.click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.locator('.live-responses-table').getByText(user.email).first().waitFor()

  expect(await page.title()).toBe('API')
  expect(await page.textContent('#swagger-ui')).not.toMatch(/leadwright|swagger/i)
  expect(faults).toEqual([])
  await close()
})
