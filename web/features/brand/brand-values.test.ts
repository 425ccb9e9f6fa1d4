import { expect, test } from 'vitest'
import { PlatformBrand } from '#contract/sites.ts'
import { COLOR_FIELDS, logoProblem, toBrand, toValues } from './brand-values.ts'

const none = Object.fromEntries(Object.keys(PlatformBrand.shape).map((key) => [key, null])) as PlatformBrand

test('what is left empty is the default', () => {
  expect(toBrand(toValues(none))).toEqual(none)
  expect(toBrand({ ...toValues(none), name: ' Acorn ', button_color: '#0A7B55' })).toEqual({
    ...none,
    name: 'Acorn',
    button_color: '#0A7B55',
  })
})

test('every color of a brand has a field, and each default is one that can be saved', () => {
  const colors = Object.keys(none).filter((key) => key.includes('color'))
  expect(COLOR_FIELDS.map(({ name }) => name).sort()).toEqual(colors.sort())
  const standard = Object.fromEntries(COLOR_FIELDS.map(({ name, standard }) => [name, standard]))
  expect(PlatformBrand.safeParse({ ...none, ...standard }).success).toBe(true)
})

test('a logo is a small image', () => {
  expect(logoProblem({ type: 'image/png', size: 40_000 })).toBeUndefined()
  expect(logoProblem({ type: 'image/svg+xml', size: 60_000 })).toMatch(/48 KB/)
  expect(logoProblem({ type: 'text/html', size: 10 })).toMatch(/PNG/)
  const most = Math.floor((65_536 - 40) / 4) * 3
  const text = `data:image/svg+xml;base64,${btoa('x'.repeat(most))}`
  expect(logoProblem({ type: 'image/svg+xml', size: most })).toBeUndefined()
  expect(PlatformBrand.safeParse({ ...none, logo: text }).success).toBe(true)
})
