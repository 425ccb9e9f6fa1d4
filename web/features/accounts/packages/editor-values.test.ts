import { expect, test } from 'vitest'
import { amountProblems, editorTerms, editorValues, initialValues } from './editor-values.ts'

test('terms survive a round trip through the editor', () => {
  const terms = {
    ...editorTerms(initialValues(['leads', 'whitelabel'])),
    modules: ['leads' as const, 'whitelabel' as const],
    price_minor: 4950,
    currency: 'USD' as const,
    seats: 3,
    credit_prices: { people_contact: 0 },
    wholesale: { credits_1000_minor: 0, seat_minor: 100, modules: { leads: 250 } },
  }
  expect(editorTerms(editorValues('Pro', terms))).toEqual(terms)
})

test('reads amounts with the decimals of the currency', () => {
  const values = { ...initialValues(['leads']), price_minor: '49.5' }
  expect(editorTerms(values).price_minor).toBe(4950)
  expect(amountProblems(values)).toEqual({})
  expect(amountProblems({ ...values, currency: 'JPY' })).toEqual({
    price_minor: 'Enter an amount in JPY, such as 4900',
  })
})
