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

interface Document {
  paths: Record<string, Record<string, { tags: string[] }>>
}

/** The call that is tried, and for each other area the path that comes first. */
function onePathOfEachTag(paths: Document['paths']): Document['paths'] {
  const byTag = new Map<string, string>([['Account', '/api/me']])
  for (const [path, calls] of Object.entries(paths))
    for (const { tags } of Object.values(calls))
      if (!byTag.has(tags[0] as string)) byTag.set(tags[0] as string, path)
  return Object.fromEntries(
    [...byTag.values()].map((path) => [path, paths[path] as Document['paths'][string]]),
  )
}

it('shows all areas, lets one try a call, and stays within its policy and on this machine', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url, { height: 6000 })
  // The page takes half a minute of a processor for the whole document, which the server's own test compares.
  await page.route('**/api/docs/json', async (route) => {
    const response = await route.fetch()
    const document: Document = await response.json()
    await route.fulfill({ response, json: { ...document, paths: onePathOfEachTag(document.paths) } })
  })
  await page.goto('/api/docs')
  await page.getByRole('heading', { level: 1, name: /API/ }).waitFor()
  const sections = page.locator('[data-tag]')
  await expect
    .poll(() => sections.evaluateAll((all) => all.map((section) => section.getAttribute('data-tag'))))
    .toEqual([...new Set(allEndpoints.map(({ tag }) => tag))].sort())
  await page.locator('.btn.authorize').click()
  // Looking for roles in the whole page would go through every call.
  const dialog = page.locator('.dialog-ux')
  await dialog.getByRole('textbox').fill(user.token)
  await dialog.getByRole('button', { name: 'Apply credentials' }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await page.locator('.opblock-summary-control', { hasText: 'The signed-in user' }).click()
  await page.locator('.try-out__btn').click()
  await page.locator('.btn.execute').click()
  await page.locator('.live-responses-table').getByText(user.email).first().waitFor()

  expect(await page.title()).toBe('API')
  expect(await page.textContent('#swagger-ui')).not.toMatch(/leadwright|swagger/i)
  expect(faults).toEqual([])
  await close()
})
