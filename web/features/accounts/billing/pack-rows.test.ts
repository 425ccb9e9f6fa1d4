import { expect, test } from 'vitest'
import { makeRow, toPack } from './pack-rows.ts'

test.each([
  ['USD', 1999, 19.99],
  ['JPY', 1999, 1999],
  ['KWD', 1999, 1.999],
])('a price of %s with %i minor units is typed as %f', (currency, price, typed) => {
  const row = makeRow({ id: 1, name: 'Small', credits: 100, price, currency })
  expect(row.price).toBe(typed)
  expect(toPack(row)).toEqual({ name: 'Small', credits: 100, price, currency })
})
