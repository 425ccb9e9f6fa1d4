import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIST_TYPE_IDS, LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { atStep, chooseUnit, findStep, fromKm, SLIDER_STEPS, toKm } from '#web/lib/distance.ts'
import { suggestName } from './list-name.ts'
import {
  checkDraft,
  draftSearch,
  emptyDraft,
  isOpenEnded,
  longValues,
  parsePoint,
  type SearchDraft,
  setValue,
  withStored,
} from './search-draft.ts'

const fill = (draft: SearchDraft, values: Record<string, unknown>): SearchDraft =>
  Object.entries(values).reduce((filled, [name, value]) => setValue(filled, name, value), draft)

const portland = { lat: 45.52, lon: -122.68, label: 'Portland, Oregon' }

describe('the form in the address', () => {
  const texts = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((text) => text.trim() !== '' && text.isWellFormed() && !text.includes('\0'))
  const drafts = fc
    .record({
      category: fc.option(texts),
      keywords: fc.option(fc.oneof(texts, fc.constantFrom('42', 'true', '{"a":1}'))),
      near: fc.option(fc.oneof(texts, fc.constant(portland))),
      radius_km: fc.integer({ min: 1, max: 500 }),
      has: fc.subarray(['website', 'phone']),
      include_closed: fc.boolean(),
      source: fc.constantFrom('corpus', 'sample'),
      limit: fc.option(fc.integer({ min: 1, max: 100_000 })),
      onlyNew: fc.boolean(),
      needs: fc.option(fc.integer({ min: 1 }), { nil: null }),
      sort: fc.option(fc.constantFrom('-no_booking', 'name'), { nil: null }),
      name: fc.option(texts),
    })
    .map(({ limit, onlyNew, needs, sort, name, ...values }) => ({
      ...fill(emptyDraft('local'), values),
      limit,
      onlyNew,
      needs,
      sort,
      name,
    }))

  test('survives a reload', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const address = defaultStringifySearch(draftSearch().write(draft))
        expect(draftSearch().read(defaultParseSearch(address))).toEqual(draft)
      }),
    )
  })

  test('any address gives a form of the type that can be validated without throwing', () => {
    const names = [
      'type',
      'limit',
      'only_new',
      'list_name',
      ...Object.values(LIST_TYPES).flatMap((type) => type.searchForm.map((item) => item.name)),
    ]
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.anything()), (raw) => {
        const draft = draftSearch().read(raw)
        expect(LIST_TYPE_IDS).toContain(draft.type)
        checkDraft(draft)
        expect(draftSearch().read(draftSearch().write(draft))).toEqual(draft)
      }),
    )
  })

  test('a list of domains too long for the address is stored', () => {
    const domains = Array.from({ length: 500 }, (_, n) => `company${n}.example`)
    const long = fill(emptyDraft('single'), { domains, max_emails: 5 })
    const address = defaultStringifySearch(draftSearch().write(long))
    expect(address.length).toBeLessThan(200)
    const raw = defaultParseSearch(address)
    expect(draftSearch().read(withStored(raw, longValues(long)))).toEqual(long)
    expect(draftSearch().read(withStored(raw, null)).values).toMatchObject({ domains: [], max_emails: 5 })
    const short = fill(emptyDraft('single'), { domains: ['acme.example'] })
    expect(draftSearch().write(short).domains).toEqual(['acme.example'])
    expect(longValues(short)).toEqual({})
  })

  test('a search into a list keeps the type of the list', () => {
    expect(draftSearch('single').read({ type: 'people' }).type).toBe('single')
  })
})

describe('validation', () => {
  test('an empty corpus search names its required fields, a filled one passes with defaults', () => {
    const empty = checkDraft(emptyDraft('local'))
    expect(empty).toEqual({
      ok: false,
      errors: { category: 'Field is required' },
    })
    const filled = checkDraft(fill(emptyDraft('local'), { category: 'craft/brewery' }))
    expect(filled).toMatchObject({
      ok: true,
      search: { category: 'craft/brewery', radius_km: 25, source: 'corpus', has: [] },
    })
  })

  test('every type can start from its sample source', () => {
    for (const type of LIST_TYPE_IDS)
      expect(checkDraft(fill(emptyDraft(type), { source: 'sample' })).ok).toBe(true)
  })

  test('only website searches keep the number of leads open', () => {
    expect(isOpenEnded(emptyDraft('single'))).toBe(true)
    expect(isOpenEnded(fill(emptyDraft('single'), { source: 'sample' }))).toBe(false)
    expect(isOpenEnded(emptyDraft('local'))).toBe(false)
  })

  test('a radius beyond the limit is refused with the contract’s message', () => {
    const checked = checkDraft(fill(emptyDraft('local'), { category: 'cafe', radius_km: 501 }))
    expect(checked).toEqual({ ok: false, errors: { radius_km: 'Field must be max 500' } })
  })
})

describe('points, distances and names', () => {
  test('typed coordinates become a point, other text does not', () => {
    expect(parsePoint('45.5, -122.6')).toEqual({ lat: 45.5, lon: -122.6, label: '45.5, -122.6' })
    expect(parsePoint('45.5 -122.6')?.lon).toBe(-122.6)
    for (const text of ['Portland', '91, 0', '0, 181', '45.5', '1,2,3', ''])
      expect(parsePoint(text)).toBeNull()
  })

  test('shows miles where miles are used, and converts back to the same kilometers', () => {
    expect([
      chooseUnit('en-US'),
      chooseUnit('en-GB'),
      chooseUnit('de-DE'),
      chooseUnit('en'),
      chooseUnit('???'),
    ]).toEqual(['mi', 'mi', 'km', 'mi', 'km'])
    expect(toKm(10, 'mi')).toBe(16.093)
    expect(fromKm(toKm(10, 'mi'), 'mi')).toBe(10)
  })

  test('the slider reaches both ends and shows the current distance', () => {
    expect([atStep(0, 500), atStep(SLIDER_STEPS, 500)]).toEqual([1, 500])
    for (const distance of [1, 25, 100, 500]) {
      expect(Math.abs(atStep(findStep(distance, 500), 500) - distance) / distance).toBeLessThan(0.05)
    }
  })

  test('names lists after their search', () => {
    const draft = fill(emptyDraft('local'), { category: 'craft/brewery', near: portland })
    expect(suggestName(draft)).toBe('brewery near Portland, Oregon')
    expect(suggestName(draft, 'BBQ Restaurant')).toBe('BBQ restaurant near Portland, Oregon')
    expect(
      suggestName(fill(emptyDraft('people'), { position: 'CTO', place: 'Germany', company: 'Acme' })),
    ).toBe('CTO at Acme in Germany')
    const single = emptyDraft('single')
    expect(suggestName(single)).toBe('company websites')
    expect(suggestName(fill(single, { source: 'sample' }))).toBe('Sample: company websites')
    expect(suggestName(fill(single, { domains: ['acme.example'] }))).toBe('acme.example')
    expect(suggestName(fill(single, { domains: ['acme.example', 'b.example'] }))).toBe(
      'acme.example and 1 more',
    )
  })
})
