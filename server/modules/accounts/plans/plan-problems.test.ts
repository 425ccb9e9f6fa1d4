import { describe, expect, it } from 'vitest'
import type { PlanTerms } from '#contract/accounts/plans.ts'
import { checkTerms } from './plan-problems.ts'
import { defaultTerms } from './plan-terms.ts'

const MODULES = ['leads', 'whitelabel'] as const
/** A seller that pays 5 USD for a seat, 10 USD for Lead Search, and nothing for credits. */
const seller = {
  modules: MODULES,
  own: undefined,
  plan: {
    price_minor: 0,
    currency: 'USD' as const,
    credits: 0,
    wholesale: { credits_1000_minor: 0, seat_minor: 500, modules: { leads: 1000 } },
  },
}
/** A package for resellers at the seller's own costs. */
const terms = (more: Partial<PlanTerms> = {}): PlanTerms => ({
  ...defaultTerms({ modules: MODULES, own: undefined }),
  modules: [...MODULES],
  credits: 0,
  seats: 1,
  period: 'month',
  currency: 'USD',
  price_minor: 1500,
  ...more,
})
const wholesale = (seat_minor: number, leads: number) => ({
  credits_1000_minor: 0,
  seat_minor,
  modules: { leads },
})
const problems = (of: PlanTerms, offers?: Parameters<typeof checkTerms>[2]) =>
  checkTerms(seller, of, offers).problems.map(({ field, message }) => [field, message])

describe('a package for resellers', () => {
  it('is sold at the seller’s own prices', () => {
    expect(problems(terms({ wholesale: wholesale(500, 1000) }))).toEqual([])
  })

  it.each([
    [
      'a seat',
      wholesale(499, 1000),
      'Resellers must pay at least USD 5.00 a month for a seat: you pay that much',
    ],
    [
      'a module',
      wholesale(500, 999),
      'Resellers must pay at least USD 10.00 a month for Lead Search: you pay that much',
    ],
  ])('never sells %s for less than the seller pays', (_name, prices, message) => {
    expect(problems(terms({ wholesale: prices }))).toEqual([['wholesale', message]])
  })

  it('is the only one with prices for resellers', () => {
    expect(problems(terms({ modules: ['leads'], wholesale: wholesale(0, 0) }))).toEqual([])
  })
})

describe('an add-on', () => {
  const withAddOn = (price_minor: number, more: Partial<PlanTerms> = {}) =>
    problems(terms({ modules: ['leads'], ...more }), {
      coupons: [],
      addOns: [{ name: 'Seat', credits: 0, seats: 1, price_minor, single_use: false } as never],
    })

  it('covers what its seats cost the seller', () => {
    expect(withAddOn(500)).toEqual([])
    expect(withAddOn(499)).toEqual([['add_ons', 'Seat must cost at least USD 5.00']])
  })

  it('has a price only where the package has a currency', () => {
    const free = { price_minor: 0, currency: null, period: null }
    expect(withAddOn(500, free)).toContainEqual([
      'add_ons',
      'Choose the currency of the package before pricing Seat',
    ])
  })
})
