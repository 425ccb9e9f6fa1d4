import { expect, test, vi } from 'vitest'
import { isChunkError, MissingFileError, reloadOnce, withReload } from './chunk-reload.ts'

test.each([
  'Failed to fetch dynamically imported module: http://x/assets/a.js',
  'error loading dynamically imported module: http://x/assets/a.js',
  'Importing a module script failed.',
])('%s means that a file is gone', (message) => {
  expect(isChunkError(new TypeError(message))).toBe(true)
})

test('a fault inside the page is not a missing file', () => {
  expect(isChunkError(new TypeError('x is not a function'))).toBe(false)
})

function fakeBrowser() {
  const map = new Map<string, string>()
  return {
    assign: vi.fn(),
    storage: {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    },
  }
}

test('the target is loaded anew once, not for ever', () => {
  const browser = fakeBrowser()
  expect(reloadOnce('/a', browser)).toBe(true)
  expect(reloadOnce('/a', browser)).toBe(false)
  expect(reloadOnce('/b', browser)).toBe(true)
  expect(browser.assign.mock.calls).toEqual([['/a'], ['/b']])
})

test('without storage nothing is reloaded', () => {
  const browser = fakeBrowser()
  browser.storage.setItem = () => {
    throw new Error('forbidden')
  }
  expect(reloadOnce('/a', browser)).toBe(false)
  expect(browser.assign).not.toHaveBeenCalled()
})

test('a preload of a missing file fails in words that make nobody reload', async () => {
  const load = withReload(
    () => Promise.reject(new TypeError('Importing a module script failed.')),
    () => undefined,
  )
  vi.stubGlobal('sessionStorage', fakeBrowser().storage)
  const error = await load().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(MissingFileError)
  expect(isChunkError(error)).toBe(false)
})
