import { afterEach, expect, test, vi } from 'vitest'
import { errorMessage } from './api-error.ts'
import { forgetReload, isChunkError, MissingFileError, reloadOnce, withReload } from './chunk-reload.ts'

// Files share a worker: leftovers would affect the next one.
afterEach(() => vi.unstubAllGlobals())

test.each([
  'Failed to fetch dynamically imported module: http://x/assets/a.js',
  'error loading dynamically imported module: http://x/assets/a.js',
  'Importing a module script failed.',
])('%s means that a file is missing', (message) => {
  expect(isChunkError(new TypeError(message))).toBe(true)
  // Nobody reads the browser's own message.
  expect(errorMessage(new TypeError(message))).toMatch(/^We couldn’t reach the server/)
})

test('an error inside the page is not a missing file', () => {
  expect(isChunkError(new TypeError('x is not a function'))).toBe(false)
})

function fakeBrowser(href = 'http://here.example/start') {
  const map = new Map<string, string>()
  return {
    href,
    assign: vi.fn(),
    show: vi.fn(),
    reload: vi.fn(),
    storage: {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
    },
  }
}

test('reloads a target once per missing file', () => {
  const browser = fakeBrowser()
  expect(reloadOnce('Wallet', '/a', browser)).toBe(true)
  expect(reloadOnce('Wallet', '/a', browser)).toBe(false)
  expect(reloadOnce('Wallet', '/a', browser)).toBe(false)
  expect(reloadOnce('Team', '/b', browser)).toBe(true)
  expect(browser.assign.mock.calls).toEqual([['/a'], ['/b']])
})

test('another page that loads does not reset the count; the page itself does', () => {
  const browser = fakeBrowser()
  reloadOnce('Wallet', '/a', browser)
  forgetReload('Frame', browser.storage)
  expect(reloadOnce('Wallet', '/a', browser)).toBe(false)
  forgetReload('Wallet', browser.storage)
  expect(reloadOnce('Wallet', '/a', browser)).toBe(true)
})

test('reloads a target that differs only by its fragment', () => {
  const browser = fakeBrowser('http://here.example/a?x=1#one')
  expect(reloadOnce('Wallet', '/a?x=1#two', browser)).toBe(true)
  expect(browser.assign).not.toHaveBeenCalled()
  expect(browser.show.mock.calls).toEqual([['/a?x=1#two']])
  expect(browser.reload).toHaveBeenCalledTimes(1)
})

test('a page never reloads for a missing file where the browser stores nothing', () => {
  const browser = fakeBrowser()
  browser.storage.setItem = () => {
    throw new Error('forbidden')
  }
  expect(reloadOnce('Wallet', '/a', browser)).toBe(false)
  expect(browser.assign).not.toHaveBeenCalled()
})

test('the error of a failed preload does not cause a reload', async () => {
  const load = withReload(
    'Wallet',
    () => Promise.reject(new TypeError('Importing a module script failed.')),
    () => undefined,
  )
  vi.stubGlobal('sessionStorage', fakeBrowser().storage)
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }))
  const error = await load().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(MissingFileError)
  expect(isChunkError(error)).toBe(false)
})

test.each([
  ['is gone while the server answers', () => Promise.resolve({ ok: true }), ['/wallet'], undefined],
  ['can’t be loaded during an outage', () => Promise.reject(new TypeError('Failed to fetch')), [], true],
  ['is refused by a proxy without a server', () => Promise.resolve({ ok: false }), [], true],
])('a file that %s', async (_, fetched, reloaded, isOutage) => {
  const assign = vi.fn()
  vi.stubGlobal('sessionStorage', fakeBrowser().storage)
  vi.stubGlobal('location', { href: 'http://here.example/start', assign })
  vi.stubGlobal('fetch', fetched)
  const load = withReload(
    'Wallet',
    () => Promise.reject(new TypeError('Importing a module script failed.')),
    () => '/wallet',
  )
  let outcome: boolean | undefined
  // While the browser reloads, nothing more is rendered.
  load().catch((error: MissingFileError) => {
    outcome = error.isOutage
  })
  await expect.poll(() => [assign.mock.calls.flat(), outcome]).toEqual([reloaded, isOutage])
})
