import { afterEach, expect, test, vi } from 'vitest'
import { type FacebookSdk, facebookSignIn, facebookToken } from './facebook-sdk.ts'

const settings = { app_id: '42', version: 'v18.0', page_view: false }

interface FakeScript extends Record<string, unknown> {
  onload: () => void
  onerror: () => void
}

/** A page that records scripts; a fresh copy of the module, which caches what it loads. */
async function fakePage() {
  const scripts: FakeScript[] = []
  const element = () => {
    const attributes: Record<string, string> = {}
    return { attributes, setAttribute: (k: string, v: string) => (attributes[k] = v), remove: vi.fn() }
  }
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    createElement: element,
    querySelector: () => ({ nonce: 'n0nce' }),
    head: { append: (script: FakeScript) => scripts.push(script) },
  })
  vi.resetModules()
  const { loadFacebook } = await import('./facebook-sdk.ts')
  return { scripts, loadFacebook }
}

const fakeSdk = () => ({ init: vi.fn(), login: vi.fn(), AppEvents: { logPageView: vi.fn() } })

afterEach(() => {
  vi.unstubAllGlobals()
})

test('loads the SDK once, marked as injected and with the page’s nonce', async () => {
  const { scripts, loadFacebook } = await fakePage()
  const sdk = fakeSdk()
  const both = [loadFacebook(settings), loadFacebook(settings)]
  expect(scripts).toHaveLength(1)
  expect(scripts[0]).toMatchObject({
    src: 'https://connect.facebook.net/en_US/sdk.js',
    nonce: 'n0nce',
    crossOrigin: 'anonymous',
    attributes: { 'data-injected': 'facebook-sdk' },
  })
  window.FB = sdk
  scripts[0]?.onload()
  expect(await Promise.all(both)).toEqual([sdk, sdk])
  expect(sdk.init.mock.calls).toEqual([[{ appId: '42', version: 'v18.0', cookie: false, xfbml: false }]])
  expect(sdk.AppEvents.logPageView).not.toHaveBeenCalled()
})

test('sends a page view only where the site wants it', async () => {
  const { scripts, loadFacebook } = await fakePage()
  const sdk = fakeSdk()
  const loaded = loadFacebook({ ...settings, page_view: true })
  window.FB = sdk
  scripts[0]?.onload()
  await loaded
  expect(sdk.AppEvents.logPageView).toHaveBeenCalledTimes(1)
})

test('an SDK that is empty or does not load gives an explanation and is retried', async () => {
  const { scripts, loadFacebook } = await fakePage()
  const first = loadFacebook(settings)
  scripts[0]?.onerror()
  await expect(first).rejects.toThrow(/couldn’t load Facebook/)
  const second = loadFacebook(settings)
  scripts[1]?.onload()
  await expect(second).rejects.toThrow(/couldn’t load Facebook/)
  expect(scripts).toHaveLength(2)
})

test('returns a token, ignores cancellation, explains a missing permission', () => {
  expect(facebookToken({ status: 'connected', authResponse: { accessToken: 'a' } })).toEqual({
    provider: 'facebook',
    token: 'a',
    type: 'access_token',
  })
  expect(facebookToken({ status: 'unknown', authResponse: null })).toBeUndefined()
  expect(facebookToken({})).toBeUndefined()
  expect(() => facebookToken({ status: 'not_authorized' })).toThrow(/permission/)
})

test('requests the public profile and the email address', async () => {
  const login = vi.fn((done: (answer: object) => void) => done({ status: 'unknown' }))
  expect(await facebookSignIn({ login } as unknown as FacebookSdk)).toBeUndefined()
  expect(login.mock.calls[0]).toEqual([expect.any(Function), { scope: 'public_profile,email' }])
})
