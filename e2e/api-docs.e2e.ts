import { afterAll, beforeAll, expect, it } from 'vitest'
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
  paths: Record<string, object>
  components: { schemas: Record<string, object> }
}

/** The schemas that these calls name, themselves or through others: the page reads all that it is given. */
function schemasOf(paths: object, { schemas }: Document['components']): Document['components']['schemas'] {
  const named = new Set<string>()
  const read = (part: object) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (named.has(name)) continue
      named.add(name)
      read(schemas[name] ?? {})
    }
  }
  read(paths)
  return Object.fromEntries([...named].map((name) => [name, schemas[name] ?? {}]))
}

/** Rendering every call takes half a minute; `server/app/api-docs.test.ts` compares the whole document. */
const SHOWN = ['/api/me', '/api/campaigns', '/api/runs/{id}']

it('shows calls by area, lets one try a call, and stays within its policy and on this machine', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url, { height: 6000 })
  await page.route('**/api/docs/json', async (route) => {
    const response = await route.fetch()
    const document: Document = await response.json()
    const paths = Object.fromEntries(SHOWN.map((path) => [path, document.paths[path]]))
    const components = { ...document.components, schemas: schemasOf(paths, document.components) }
    await route.fulfill({ response, json: { ...document, tags: [], paths, components } })
  })
  await page.goto('/api/docs')
  await page.getByRole('heading', { level: 1, name: /API/ }).waitFor()
  const sections = page.locator('[data-tag]')
  await expect
    .poll(() => sections.evaluateAll((all) => all.map((section) => section.getAttribute('data-tag'))))
    .toEqual(['Account', 'Lists', 'Runs'])
  await page.locator('.btn.authorize').click()

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
