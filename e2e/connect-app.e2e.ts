import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { type OauthApp, oauthApp } from '#server/testing/oauth-app.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let program: Server
let app: OauthApp
let user: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  url = await listen(t)
  user = await t.account()
  // A program on the person's device, which waits for the browser.
  program = createServer((_request, response) => response.end('Back in the program'))
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  const callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
  app = await oauthApp(t, { host: new URL(url).host, callback }).begin()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  program?.closeAllConnections()
  program?.close()
})

/** The address that a program opens in the browser. */
const authorize = () => `/oauth/authorize?${Buffer.from(app.request(), 'base64url')}`
const backIn = async (page: Page): Promise<URLSearchParams> => {
  await page.getByText('Back in the program').waitFor()
  return new URL(page.url()).searchParams
}

it('a person connects an app after signing in, sees it beside the keys and disconnects it', async () => {
  const { page, faults, close } = await openPage(url)
  await page.goto(authorize())
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.getByRole('heading', { name: 'Connect Sample Agent?' }).waitFor()
  await page.getByText('This is a program on your device').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Export').check()
  await page.getByLabel('Credits per day').fill('')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Field is required').waitFor()
  await page.getByLabel('Credits per day').fill('25')
  await page.getByRole('button', { name: 'Allow' }).click()

  const answer = await backIn(page)
  expect([answer.get('state'), answer.get('iss')]).toEqual(['st@te 0123', url])
  const { body } = await app.exchange(String(answer.get('code')))
  expect(body.scope).toBe('read spend export')
  expect((await app.tools(body.access_token)).status).toBe(200)

  await page.goto('/profile-settings/api-keys')
  const apps = page.getByRole('region', { name: 'Your connected apps' })
  await apps.getByText('Spend 25 credits a day').waitFor()
  await expectAccessible(page)
  await apps.getByRole('button', { name: 'Disconnect Sample Agent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await apps.waitFor({ state: 'detached' })
  expect((await app.tools(body.access_token)).status).toBe(401)
  expect(faults).toEqual([])
  await close()
})

it('denying leads back without access, and no page may frame the question', async () => {
  const { page, close } = await openPage(url, { as: user })
  const reply = await page.goto(authorize())
  expect(reply?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(reply?.headers()['x-frame-options']).toBeDefined()
  await page.getByRole('link', { name: 'Deny' }).click()
  const answer = await backIn(page)
  expect([answer.get('error'), answer.get('code'), answer.get('state')]).toEqual([
    'access_denied',
    null,
    'st@te 0123',
  ])
  await close()
})

it('a request of an unknown app says so, and leads nowhere', async () => {
  const { page, close } = await openPage(url, { as: user })
  await page.goto(`/oauth/authorize?client_id=client_x&redirect_uri=https%3A%2F%2Fother.example`)
  await page.getByRole('heading', { name: 'This app can’t be connected' }).waitFor()
  expect(await page.getByRole('link', { name: /Back to/ }).count()).toBe(0)
  await expectAccessible(page)
  await close()
})
