import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeFacebook, startFakeFacebook } from '#server/testing/fake-facebook.ts'
import { type FakeGoogle, startFakeGoogle } from '#server/testing/fake-google.ts'
import { codeIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

const CLIENT = { clientId: 'sample-client', clientSecret: 'sample secret' }
const APP = { appId: '1000', appSecret: 'app secret', version: 'v25.0' }
const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client'
const FACEBOOK_SCRIPTS = 'https://connect.facebook.net/**'
/** Where the page gets an ID token with its own nonce; only the test answers there. */
const ID_TOKENS = '/id-token-of-the-test'

let box: MailBox
let google: FakeGoogle
let facebook: FakeFacebook
const running: TestApp[] = []
const sites = new Map<string, Promise<string>>()

beforeAll(async () => {
  box = await startMailBox()
  google = await startFakeGoogle(CLIENT)
  facebook = await startFakeFacebook(APP)
})
afterAll(async () => {
  for (const url of sites.values()) await closeProfiles(await url)
  for (const t of running) await t.close()
  await Promise.all([box?.close(), google?.close(), facebook?.close()])
})

async function start(popupType: 'CODE' | 'TOKEN' | 'CREDENTIAL') {
  const t = await testApp({
    smtpUrl: box.url,
    google: { ...CLIENT, popupType, oauthUrl: google.url, certsUrl: google.url },
    facebook: { ...APP, graphUrl: facebook.url },
  })
  running.push(t)
  await t.admin()
  return listen(t)
}

/** Address of the site whose Google button uses this mode. */
function site(popupType: 'CODE' | 'TOKEN' | 'CREDENTIAL' = 'CODE'): Promise<string> {
  const url = sites.get(popupType) ?? start(popupType)
  sites.set(popupType, url)
  return url
}

/** Replaces Google's library: returns a prepared result, or an ID token with the page's nonce, without a dialog. */
const googleLibrary = (answer: Record<string, string>) => `{
  const answer = ${JSON.stringify(answer)}
  const client = (options) => {
    const go = async () => {
      if (options.client_id !== '${CLIENT.clientId}') throw new Error('wrong client: ' + options.client_id)
      if (answer.subject) {
        const query = new URLSearchParams({ subject: answer.subject, nonce: options.nonce })
        answer.credential = await (await fetch('${ID_TOKENS}?' + query)).text()
      }
      setTimeout(() => options.callback(answer))
    }
    return { requestCode: go, requestAccessToken: go }
  }
  let button
  window.google = { accounts: {
    oauth2: { initCodeClient: client, initTokenClient: client },
    id: {
      initialize: (options) => { button = client(options) },
      renderButton: (place) => {
        const drawn = document.createElement('button')
        drawn.type = 'button'
        drawn.textContent = 'Sample button of Google'
        drawn.onclick = button.requestCode
        place.append(drawn)
      },
      cancel: () => {},
      prompt: () => {},
    },
  } }
}`

/** Replaces Facebook's library. */
const facebookLibrary = (accessToken: string) => `window.FB = {
  init: ({ appId, version }) => {
    if (appId !== '${APP.appId}' || version !== '${APP.version}') throw new Error('wrong app')
  },
  login: (done) => setTimeout(() => done({
    status: 'connected', authResponse: { accessToken: ${JSON.stringify(accessToken)} },
  })),
  AppEvents: { logPageView: () => {} },
}`

/** Opens sign-in with these vendor libraries; a missing one fails to load. */
async function atSignIn(url: string, scripts: { google?: string; facebook?: string }) {
  const { page, faults, close } = await openPage(url)
  const answer = (body: string | undefined) => ({
    contentType: 'text/javascript',
    headers: { 'access-control-allow-origin': '*' },
    body: body ?? '',
  })
  const routes = [
    [GOOGLE_SCRIPT, scripts.google],
    [FACEBOOK_SCRIPTS, scripts.facebook],
  ] as const
  for (const [address, body] of routes)
    await page.route(address, (route) => (body ? route.fulfill(answer(body)) : route.abort()))
  // A route ends with the visit. A function that is exposed stays in the tab, and the next visit may get the same one.
  await page.route(`${ID_TOKENS}?*`, async (route) => {
    const asked = new URL(route.request().url()).searchParams
    const claims = { nonce: asked.get('nonce') }
    await route.fulfill({ body: google.idToken(person(String(asked.get('subject'))), { claims }) })
  })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  const requested =
    /^left this machine: https:\/\/(accounts\.google\.com\/gsi\/client|connect\.facebook\.net\/\S+)$/
  return { page, close, faults: () => faults.filter((fault) => !requested.test(fault)) }
}

const person = (subject: string) => ({
  subject,
  email: `${subject}@gmail.com`,
  firstName: 'Sam',
  lastName: 'Sample',
})
const idle = facebookLibrary('nobody asks')

describe('signing in with Google', () => {
  it.each([
    ['CODE', () => ({ code: google.issueCode(person('sam.code')) }), 'Continue with Google'],
    ['TOKEN', () => ({ access_token: google.accessToken(person('sam.token')) }), 'Continue with Google'],
    ['CREDENTIAL', () => ({ subject: 'sam.id' }), 'Sample button of Google'],
  ] as const)('ends signed in (%s)', async (popupType, answer, name) => {
    const url = await site(popupType)
    const { page, faults, close } = await atSignIn(url, { google: googleLibrary(answer()), facebook: idle })
    await page.getByRole('button', { name: 'Continue with Facebook' }).waitFor()
    await page.getByRole('button', { name }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name }).click()
    await page.waitForURL('**/lead-search/new-search')
    await page.getByRole('button', { name: 'Account of Sam Sample' }).waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  it('reports an SDK that does not load, and keeps the password form usable', async () => {
    const url = await site()
    const { page, faults, close } = await atSignIn(url, { facebook: idle })
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByText('Failed to load the Google 3P Authorization JavaScript Library.').waitFor()
    await expectAccessible(page)
    expect(await page.getByLabel('Password', { exact: true }).isEditable()).toBe(true)
    expect(faults().filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
    await close()
  })
})

describe('signing in with Facebook', () => {
  it('confirms the email by a code, and ends signed in', async () => {
    const email = 'fay@people.example'
    const token = facebook.userToken({ id: 'f-1', email, firstName: 'Fay', lastName: 'Sample' })
    const url = await site()
    const scripts = { google: googleLibrary({}), facebook: facebookLibrary(token) }
    const { page, faults, close } = await atSignIn(url, scripts)
    await page.getByRole('button', { name: 'Continue with Facebook' }).click()
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Code', { exact: true }).fill(codeIn(await box.waitFor(email)))
    await page.waitForURL('**/lead-search/new-search')
    await page.getByRole('button', { name: 'Account of Fay Sample' }).waitFor()
    // The first step needs a confirmed email: only the browser's message about that 403 is expected.
    expect(faults().filter((fault) => !fault.includes('403'))).toEqual([])
    await close()
  })
})
