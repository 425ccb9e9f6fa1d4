import { expect, test } from 'vitest'
import { needsFullLoad } from './script-zone.ts'

const chat = { vendor: 'crisp', app_id: 'a1' } as const
const plain = { script: null, chat: null }

test.each([
  ['/lead-search/new-search', '/login'],
  ['/wallet', '/saved-lists/local-1'],
  ['/', '/integration/crm'],
])('on a site with scripts, %s and %s do not share a document', (from, to) => {
  expect(needsFullLoad(to, from, { ...plain, script: '<script></script>' })).toBe(true)
  expect(needsFullLoad(from, to, { ...plain, chat })).toBe(true)
  expect(needsFullLoad(to, from, plain)).toBe(false)
})

test('pages of the same kind share a document', () => {
  expect(needsFullLoad('/help', '/lead-search/new-search', { ...plain, chat })).toBe(false)
  expect(needsFullLoad('/login', '/profile-settings/email', { ...plain, chat })).toBe(false)
})
