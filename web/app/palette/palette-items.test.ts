import { expect, test } from 'vitest'
import { CAPABILITIES } from '#contract/core/capabilities.ts'
import { PAGES } from '../pages/index.ts'
import { PAGE_KEYWORDS } from './page-keywords.ts'
import { foundItems, type PaletteItem, pageItems, paletteGroups, stillFound } from './palette-items.ts'

const modules = (['leads', 'admin', 'whitelabel', 'ai_suggest'] as const).map((slug, id) => ({ id, slug }))
const owner = { modules, can: [...CAPABILITIES] }
const titles = (items: readonly PaletteItem[]) => items.map(({ label }) => label)

test('offers every page that needs no parameters, to those who may open it', () => {
  const offered = new Set(pageItems(owner).map(({ to }) => to))
  const pages = PAGES.filter(({ layout, path, load }) => !layout && load && !path.includes('{'))
  expect(pages.length).toBeGreaterThan(14)
  expect(pages.map(({ path }) => path).filter((path) => !offered.has(path))).toEqual([])
  expect(offered.size).toBe(pages.length)
  const member = pageItems({ modules: [], can: [] }).map(({ to }) => to)
  expect(member).toContain('/profile-settings/profile')
  expect(member.filter((path) => /wallet|team|lead-search|admin/.test(path ?? ''))).toEqual([])
})

const found = foundItems({
  lists: [
    { id: 1, name: 'Wallet makers', type: 'local', total: 1200, is_archived: true },
    { id: 2, name: 'Open already', type: 'local', total: 1, is_archived: false },
  ],
  leads: [
    {
      id: 9,
      list_id: 1,
      type: 'local',
      list_name: 'Wallet makers',
      title: 'Ann',
      matched: 'ann@wallet.example',
    },
  ],
  members: [{ id: 3, name: 'Wally', email: 'wally@test.example' }],
})
const recent = {
  id: 'r',
  kind: 'list',
  group: 'Recent',
  label: 'Open already',
  to: '/saved-lists/local-2',
} as const

test('lists local items before server results, without duplicates', () => {
  const groups = paletteGroups('wal', [recent, ...pageItems(owner)], found)
  expect(groups.map(({ name }) => name)).toEqual(['Settings', 'Lists', 'Leads', 'Team'])
  expect(groups[0]?.items[0]).toMatchObject({ label: 'Wallet', marks: { label: [[0, 3]] } })
  expect(groups[1]?.items[0]).toMatchObject({ detail: '1,200 leads · Archived', to: '/saved-lists/local-1' })
  expect(groups[2]?.items[0]).toMatchObject({
    detail: 'ann@wallet.example · Wallet makers',
    to: '/saved-lists/local-1?lead=9',
  })
  const again = paletteGroups('open alr', [recent], found)
  expect(
    again.flatMap(({ items }) => titles(items)).filter((label) => label === 'Open already'),
  ).toHaveLength(1)
})

test('the command palette keeps the order without a query and ranks the best matches with one', () => {
  const pages = pageItems(owner)
  expect(paletteGroups(' ', pages, []).flatMap(({ items }) => titles(items))).toEqual(titles(pages))
  const many = Array.from({ length: 20 }, (_, n) => ({ ...recent, id: `r${n}`, to: `/${n}` }))
  expect(paletteGroups('open', many, [])[0]?.items).toHaveLength(6)
})

test('keywords are those of pages that exist', () => {
  const paths = PAGES.map(({ path }) => path as string)
  expect(Object.keys(PAGE_KEYWORDS).filter((path) => !paths.includes(path))).toEqual([])
})

test('hidden keywords find a page too', () => {
  const first = (query: string) => paletteGroups(query, pageItems(owner), [])[0]?.items[0]?.label
  expect(first('2fa')).toBe('Two-factor authentication')
  expect(first('dkim')).toBe('SMTP')
  expect(first('nse')).toBe('New Search')
})

test('hits for earlier text stay only while they match the current text', () => {
  expect(titles(stillFound('ann wal', found))).toEqual(['Ann'])
})
