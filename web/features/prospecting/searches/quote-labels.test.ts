import { expect, test } from 'vitest'
import { quoteLabel } from './quote-labels.ts'

const amounts = (leads: number, credits: number, expected = leads) => ({
  leads: { min: 0, expected, max: leads },
  credits: { min: 0, expected: Math.min(expected, credits), max: credits },
})

test.each([
  [amounts(122, 122), false, '122 leads · up to 122 credits'],
  [amounts(1, 1), false, '1 lead · up to 1 credit'],
  [amounts(20, 0), false, '20 leads · free'],
  [amounts(1240, 3720), false, '1,240 leads · up to 3,720 credits'],
  [amounts(40, 40, 8), true, 'About 8 emails · up to 40 credits'],
  [amounts(20, 0, 1), true, 'About 1 email · free'],
])('shows a quote in one line', (quote, open, text) => {
  expect(quoteLabel(quote, open)).toBe(text)
})
