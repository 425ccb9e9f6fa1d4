import { afterEach, expect, test, vi } from 'vitest'
import { errorMessage } from './api-error.ts'
import { forgetReload, isChunkError, MissingFileError, reloadOnce, withReload } from './chunk-reload.ts'

// Files share a worker: what is left here would meet the next one.
afterEach(() => vi.unstubAllGlobals())

test.each([
  'Failed to fetch dynamically imported module: http://x/assets/a.js',
  'error loading dynamically imported module: http://x/assets/a.js',
  'Importing a module script failed.',
])('%s means that a file is gone', (message) => {
  expect(isChunkError(new TypeError(message))).toBe(true)
  // Nobody reads the browser's own words for it.
  expect(errorMessage(new TypeError(message))).toMatch(/^We couldn’t reach the server/)
})

test('a fault inside the page is not a missing file', () => {
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

test('a target is loaded again once for the file of its page, not for ever', () => {
  const browser = fakeBrowser()
  expect(reloadOnce('Wallet', '/a', browser)).toBe(true)
  expect(reloadOnce('Wallet', '/a', browser)).toBe(false)
  expect(reloadOnce('Wallet', '/a', browser)).toBe(false)
  expect(reloadOnce('Team', '/b', browser)).toBe(true)
  expect(browser.assign.mock.calls).toEqual([['/a'], ['/b']])
})

test('another page whose file comes does not start it again; the page itself does', () => {
  const browser = fakeBrowser()
  reloadOnce('Wallet', '/a', browser)
  forgetReload('Frame', browser.storage)
  expect(reloadOnce('Wallet', '/a', browser)).toBe(false)
  forgetReload('Wallet', browser.storage)
  expect(reloadOnce('Wallet', '/a', browser)).toBe(true)
})

test('a target that differs from here by its fragment alone is loaded again as well', () => {
  const browser = fakeBrowser('http://here.example/a?x=1#one')
  expect(reloadOnce('Wallet', '/a?x=1#two', browser)).toBe(true)
  expect(browser.assign).not.toHaveBeenCalled()
  expect(browser.show.mock.calls).toEqual([['/a?x=1#two']])
  expect(browser.reload).toHaveBeenCalledTimes(1)
})

test('without storage nothing is reloaded', () => {
  const browser = fakeBrowser()
  browser.storage.setItem = () => {
    throw new Error('forbidden')
  }
  expect(reloadOnce('Wallet', '/a', browser)).toBe(false)
  expect(browser.assign).not.toHaveBeenCalled()
})

test('a preload of a missing file fails in words that make nobody reload', async () => {
  const load = withReload(
    'Wallet',
    () => Promise.reject(new TypeError('Importing a module script failed.')),
    () => undefined,
  )
  vi.stubGlobal('sessionStorage', fakeBrowser().storage)
  const error = await load().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(MissingFileError)
  expect(isChunkError(error)).toBe(false)
})
