import { expect, test } from 'vitest'
import { quoteLabel } from './quote-labels.ts'

const amounts = (leads: number, credits: number, expected = leads) => ({
  leads: { min: 0, expected, max: leads },
  credits: { min: 0, expected: Math.min(expected, credits), max: credits },
})

test.each([
  ['122 leads · up to 122 credits', amounts(122, 122), false],
  ['1 lead · up to 1 credit', amounts(1, 1), false],
  ['20 leads · free', amounts(20, 0), false],
  ['1,240 leads · up to 3,720 credits', amounts(1240, 3720), false],
  ['About 8 emails · up to 40 credits', amounts(40, 40, 8), true],
  ['About 1 email · free', amounts(20, 0, 1), true],
])('a quote reads “%s”', (text, quote, open) => {
  expect(quoteLabel(quote, open)).toBe(text)
})
