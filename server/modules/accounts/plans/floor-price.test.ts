import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanTerms } from '#contract/accounts/plans.ts'
import { CURRENCIES, type Currency, formatDecimal, readMinor } from '#contract/core/money.ts'
import { countCosts, floorPrice, priceWith, type SellerPlan, splitMoney } from './floor-price.ts'
import { checkTerms } from './plan-problems.ts'
import { defaultTerms } from './plan-terms.ts'

const MODULES = ['ai_suggest', 'leads', 'whitelabel'] as const
const currencies = fc.constantFrom<Currency>('JPY', 'KWD', 'USD')
const plans: fc.Arbitrary<SellerPlan> = fc.record({
  price_minor: fc.nat({ max: 10_000_000 }),
  currency: currencies,
  // Includes thirds.
  credits: fc.constantFrom(0, 1, 3, 7, 300, 999, 1000),
  wholesale: fc.record({
    credits_1000_minor: fc.option(fc.nat({ max: 1_000_000 })),
    seat_minor: fc.nat({ max: 5000 }),
    modules: fc.record({ leads: fc.nat({ max: 5000 }), whitelabel: fc.nat({ max: 5000 }) }),
  }),
})
const sold = fc.record({
  credits: fc.nat({ max: 1_000_000 }),
  seats: fc.nat({ max: 100 }),
  modules: fc.subarray([...MODULES]),
  period: fc.constantFrom('month' as const, 'year' as const),
})

const terms = (more: Partial<PlanTerms>): PlanTerms => ({
  ...defaultTerms({ modules: MODULES, own: undefined }),
  period: 'month',
  currency: 'USD',
  ...more,
})
const owner = (plan: Partial<SellerPlan>) => ({
  modules: MODULES,
  own: undefined,
  plan: { price_minor: 10_000, currency: 'USD' as const, credits: 300, wholesale: {}, ...plan },
})
const messages = (...args: Parameters<typeof checkTerms>) =>
  checkTerms(...args).problems.map(({ message }) => message)

describe('the floor price', () => {
  it('is the exact cost rounded up once, and its parts add up to it', () => {
    fc.assert(
      fc.property(plans, sold, (plan, sale) => {
        const costs = countCosts(plan)
        const floor = floorPrice(costs, sale)
        const { minor, per } = costs.credit
        const months = sale.period === 'year' ? 12n : 1n
        const modules = sale.modules.reduce((sum, slug) => sum + (costs.modules[slug] ?? 0n), 0n)
        const exact =
          BigInt(sale.credits) * minor + (BigInt(sale.seats) * costs.seat + modules) * months * per
        expect(floor.total * per >= exact && (floor.total - 1n) * per < exact).toBe(true)
        expect(floor.credits + floor.seats + floor.modules).toBe(floor.total)
      }),
    )
  })

  it('is no higher in parts than in one sale, and lower by less than one unit per part', () => {
    fc.assert(
      fc.property(plans, sold, fc.integer({ min: 1, max: 12 }), (plan, sale, parts) => {
        const whole = floorPrice(countCosts(plan), {
          ...sale,
          credits: sale.credits * parts,
          seats: sale.seats * parts,
          modules: [],
        })
        const each = floorPrice(countCosts(plan), { ...sale, modules: [] })
        const sum = each.total * BigInt(parts)
        expect(sum >= whole.total && sum < whole.total + BigInt(parts)).toBe(true)
      }),
    )
  })

  it("covers the first seller's cost through three levels when everyone sells at or above it", () => {
    const steps = fc.record({ credits: fc.integer({ min: 1, max: 5000 }), above: fc.nat({ max: 500 }) })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(steps, { minLength: 3, maxLength: 3 }),
        (first, levels) => {
          let plan: SellerPlan = { price_minor: first, currency: 'USD', credits: 300, wholesale: {} }
          for (const { credits, above } of levels) {
            const sale = { credits, seats: null, modules: [], period: 'month' as const }
            const price = Number(floorPrice(countCosts(plan), sale).total) + above
            plan = { price_minor: price, currency: 'USD', credits, wholesale: {} }
            // price / credits >= first / 300
            expect(BigInt(price) * 300n >= BigInt(first) * BigInt(credits)).toBe(true)
          }
        },
      ),
    )
  })

  it('splits amounts by any ratios without loss, each part within one unit of its share', () => {
    const ratios = fc
      .array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 12 })
      .filter((each) => each.some((ratio) => ratio > 0n))
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), ratios, (amount, each) => {
        const parts = splitMoney(amount, each)
        const whole = each.reduce((sum, ratio) => sum + ratio, 0n)
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
        for (const [index, part] of parts.entries()) {
          const ratio = each[index] ?? 0n
          const share = (amount * ratio) / whole
          expect(part === share || (ratio > 0n && part === share + 1n)).toBe(true)
        }
      }),
    )
    expect(splitMoney(100n, [1n, 0n, 1n, 1n])).toEqual([34n, 0n, 33n, 33n])
  })

  it('is compared with coupon prices that are rounded to the nearest unit, half a unit up', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 12 }), fc.integer({ min: 0, max: 100 }), (price, percent) => {
        const twice = 2n * priceWith(price, { percent, amount_minor: null }) * 100n
        const exact = 2n * BigInt(price) * BigInt(100 - percent)
        expect(twice - exact > -100n && twice - exact <= 100n).toBe(true)
      }),
    )
  })

  it.each([
    ['USD', 10_000, { percent: 33, amount_minor: null }, 6700n],
    ['JPY', 1000, { percent: 33, amount_minor: null }, 670n],
    ['JPY', 999, { percent: 50, amount_minor: null }, 500n],
    ['KWD', 1, { percent: 1, amount_minor: null }, 1n],
    ['USD', 500, { percent: null, amount_minor: 700 }, 0n],
  ] as const)('%s: %i minor units with %j are %s', (_, price, coupon, expected) => {
    expect(priceWith(price, coupon)).toBe(expected)
  })
})

describe('prices that may be offered', () => {
  it("are at least the seller's cost", () => {
    // 100 USD for 300 credits: a third of a dollar each.
    expect(messages(owner({}), terms({ credits: 100, price_minor: 3333 }))).toEqual([
      'The price must be at least USD 33.34: that is what its credits, seats and modules cost you',
    ])
    expect(messages(owner({}), terms({ credits: 100, price_minor: 3334 }))).toEqual([])
    expect(messages(owner({}), terms({ credits: 100, price_minor: 3334, period: 'year' }))).toEqual([])
    expect(messages({ modules: MODULES, own: undefined, plan: undefined }, terms({ credits: 100 }))).toEqual(
      [],
    )
  })

  it('count seats and modules for each month of a year', () => {
    const wholesale = { credits_1000_minor: 0, seat_minor: 500, modules: { leads: 1000 } }
    const minimum = { modules: ['leads' as const], seats: 2, price_minor: 24_000, period: 'year' as const }
    expect(messages(owner({ wholesale }), terms(minimum))).toEqual([])
    expect(messages(owner({ wholesale }), terms({ ...minimum, price_minor: 23_999 }))).toHaveLength(1)
    expect(messages(owner({ wholesale }), terms({ ...minimum, seats: null }))).toContain(
      'You pay for each seat, so the package needs a number of seats',
    )
  })

  it('stay above the floor with a coupon or an add-on', () => {
    const sells = terms({ credits: 100, price_minor: 4000 })
    const coupon = (percent: number) => ({
      coupons: [{ code: 'SPRING', percent, amount_minor: null }],
      addOns: [],
    })
    expect(messages(owner({}), sells, coupon(16))).toEqual([])
    expect(messages(owner({}), sells, coupon(17))).toEqual([
      'With the coupon SPRING the price falls below your costs of USD 33.34',
    ])
    const addOn = { name: '30 credits', credits: 30, seats: 0, price_minor: 999 }
    expect(messages(owner({}), sells, { coupons: [], addOns: [addOn] })).toEqual([
      '30 credits must cost at least USD 10.00',
    ])
  })

  it('are in the currency in which the seller pays', () => {
    expect(messages(owner({}), terms({ credits: 1, price_minor: 5000, currency: 'EUR' }))).toEqual([
      'You pay in USD, so the price must be in USD too',
    ])
    expect(messages(owner({}), terms({ price_minor: 5000, currency: null, period: null }))).toEqual([
      'Choose the currency of the price',
      'Choose whether the price is due each month or year',
    ])
  })

  it('do not undercut the floor for resellers', () => {
    const wholesale = (credits_1000_minor: number | null) => ({
      credits_1000_minor,
      seat_minor: 0,
      modules: {},
    })
    const reseller = terms({ modules: ['leads', 'whitelabel'], credits: 300, price_minor: 10_000 })
    expect(messages(owner({}), reseller)).toEqual([])
    expect(messages(owner({}), { ...reseller, wholesale: wholesale(33_333) })).toEqual([
      'Resellers must pay at least USD 333.34 each for 1,000 credits: you pay that much',
    ])
    expect(messages(owner({}), { ...reseller, wholesale: wholesale(33_334) })).toEqual([])
  })
})

describe('amounts', () => {
  it('have the decimals of their currency', () => {
    const decimals = Object.fromEntries(
      (Object.keys(CURRENCIES) as Currency[]).map((code) => {
        const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
        return [code, format.resolvedOptions().maximumFractionDigits]
      }),
    )
    expect(CURRENCIES).toEqual(decimals)
  })

  it.each([
    ['49', 'USD', 4900],
    ['49.5', 'USD', 4950],
    ['0.001', 'KWD', 1],
    ['500', 'JPY', 500],
    ['1.5', 'JPY', null],
    ['1.234', 'USD', null],
    ['-1', 'USD', null],
    ['1e3', 'USD', null],
    ['', 'USD', null],
  ] as const)('%s of %s is %s', (text, currency, minor) => {
    expect(readMinor(text, currency)).toBe(minor)
    if (minor !== null) expect(readMinor(formatDecimal(minor, currency), currency)).toBe(minor)
  })
})
