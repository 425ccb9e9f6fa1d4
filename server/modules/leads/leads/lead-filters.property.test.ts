import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMAIL_STATES } from '#contract/leads/email-states.ts'
import { type Condition, type FilterGroup, type Lead, LeadFilters, leads } from '#contract/leads/leads.ts'
import { type FieldDefinition, OPERATORS_BY_KIND } from '#contract/leads/list-types/define.ts'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { findActor } from '#server/modules/identity/sessions/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { matchesFilters } from '#server/testing/lead-oracle.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { deleteLeads } from './lead-trash.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
})
afterAll(() => t.close())

/** Few letters, so that filters often match, including all special characters of patterns and quotes. */
const letter = fc.constantFrom(...'aAbBäÄéñßя%_\\\'"*()| .@-', '😀', '漢')
const searchText = fc
  .array(letter, { minLength: 1, maxLength: 4 })
  .map((letters) => letters.join('').trim().replace(/ +/g, ' ') || 'x')
const country = fc.constantFrom('DE', 'US', 'GR')
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-02-${String(number).padStart(2, '0')}`)
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, -0.5, 1e9))

/** Sizes between the whole numbers of the coordinates. */
const area = fc.oneof(
  fc
    .tuple(number, number, fc.constantFrom(150.5, 290.5, 500.5))
    .map(([lat, lon, km]) => `circle:${lat % 90},${lon % 180},${km}`),
  fc.constantFrom('box:-1.5,-2.5,1.5,2.5', 'box:1.5,-90,-1.5,90', 'box:-3,-3,3,3'),
)

/** Labels are not values of a lead: labels.test.ts covers their conditions. */
const VALUES: Record<Exclude<FieldDefinition['kind'], 'labels'>, fc.Arbitrary<string | number>> = {
  text: searchText,
  url: searchText,
  phone: searchText,
  email: searchText,
  category: fc.constantFrom('craft/brewery', 'amenity/cafe'),
  country,
  choice: fc.constantFrom('open', 'closed'),
  number,
  distance: number,
  rate: number,
  coordinate: number,
  date: day,
}

const chosenFor = (field: FieldDefinition): fc.Arbitrary<string | number> =>
  field.name === 'email_state' ? fc.constantFrom(...EMAIL_STATES) : VALUES[field.kind as keyof typeof VALUES]

const fieldsOf = (type: ListTypeId) =>
  LIST_TYPES[type].fields.filter((field) => field.filterable && field.kind !== 'labels')

const seed = (type: ListTypeId): fc.Arbitrary<SeedLead> =>
  fc.record({
    values: fc.record(
      Object.fromEntries(
        fieldsOf(type)
          .filter((field) => field.name !== 'added_at' && field.name !== 'source')
          .map((field) => [field.name, fc.option(chosenFor(field))]),
      ),
    ),
    source: fc.constantFrom('open', 'closed'),
    addedAt: fc
      .tuple(day, fc.constantFrom('00:00:00.000', '12:00:00.000', '23:59:59.999'))
      .map(([d, h]) => `${d}T${h}Z`),
  })

const rule = (type: ListTypeId): fc.Arbitrary<Condition> =>
  fc.constantFrom(...fieldsOf(type)).chain((field) =>
    fc.constantFrom(...OPERATORS_BY_KIND[field.kind]).chain((operator): fc.Arbitrary<Condition> => {
      const base = { field: field.name, operator }
      if (['empty', 'not empty', 'is_verified'].includes(operator)) return fc.constant(base)
      if (operator === 'area') return area.map((value) => ({ ...base, value }))
      const one = chosenFor(field)
      const value = operator.endsWith('like')
        ? fc.oneof(one, fc.array(one.map(String), { minLength: 1, maxLength: 3 }))
        : one
      return value.map((chosen) => ({ ...base, value: chosen }))
    }),
  )

const group = (type: ListTypeId, depth = 1): fc.Arbitrary<FilterGroup> => {
  const item = depth < 3 ? fc.oneof({ weight: 3, arbitrary: rule(type) }, group(type, depth + 1)) : rule(type)
  const some = fc.array(item, { maxLength: 2 })
  return fc.record({ and: some, or: some }, { requiredKeys: [] })
}

const KEYS = [
  'custom_search',
  'filter',
  'startDate',
  'endDate',
  'search',
  'sent',
  'withEmail',
  'view',
] as const

/** At most two filters at a time: more would match nothing, which proves nothing. */
const filters = (type: ListTypeId) =>
  fc
    .tuple(
      fc.subarray([...KEYS], { minLength: 1, maxLength: 2 }),
      fc.record({
        custom_search: fc.array(rule(type), { minLength: 1, maxLength: 2 }),
        filter: group(type),
        startDate: day,
        endDate: day,
        search: letter,
        sent: fc.constantFrom(0, 1, 2),
        withEmail: fc.constantFrom(-1, 0, 1, 2),
        view: fc.constantFrom('active', 'bin'),
      }),
      fc.constantFrom('contain', 'exact', 'start'),
    )
    .map(([keys, all, search_type]) => {
      const chosen = Object.fromEntries(keys.map((key) => [key, all[key]]))
      return LeadFilters.parse({ ...chosen, search_type, limit: 200 })
    })

/** Every third lead is sent and every fifth in the trash. */
async function seeded(type: ListTypeId): Promise<{ id: number; all: Lead[] }> {
  const seeds = fc.sample(seed(type), { numRuns: 60, seed: 7 })
  const list = await seedList(t, user, {
    type,
    leads: seeds.map((lead, index) => (index % 3 === 0 ? { ...lead, sentAt: '2026-03-01T00:00:00Z' } : lead)),
  })
  const actor = await findActor(t.app.ctx, user.token, 'localhost')
  const binned = list.leadIds.filter((_id, index) => index % 5 === 0)
  await transaction(t.app.database.db, () =>
    deleteLeads(t.app.ctx, actor as NonNullable<typeof actor>, list.id, type, { resultIds: binned }),
  )
  const params = { type, id: list.id }
  const views = await Promise.all(
    (['active', 'bin'] as const).map((view) => t.call(leads, { params, body: { limit: 200, view } }, user)),
  )
  return { id: list.id, all: views.flatMap((view) => view.body.data).sort((a, b) => a.id - b.id) }
}

describe.each(LIST_TYPE_IDS)('random filters over random leads of type %s', (type) => {
  it('match a second implementation', async () => {
    const { id, all } = await seeded(type)
    let matches = 0
    const agree = fc.asyncProperty(filters(type), async (requested) => {
      const { status, body } = await t.call(leads, { params: { type, id }, body: requested }, user)
      const expected = all.filter((lead) => matchesFilters(lead, type, requested)).map((lead) => lead.id)
      expect([status, body.data?.map((lead) => lead.id)]).toEqual([200, expected])
      expect(body.total).toBe(expected.length)
      matches += expected.length
    })
    await fc.assert(agree, { numRuns: 120, seed: 11 })
    // Filters that never match would prove nothing.
    expect(matches).toBeGreaterThan(1000)
  })
})
