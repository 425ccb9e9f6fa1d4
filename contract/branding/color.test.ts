import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, normalizeHex, readableOn, withLightness } from './color.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast follows WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#573bff', '#573bff')).toBe(1)
})

test('every colour can be made readable on every background', () => {
  fc.assert(fc.property(hex, hex, (color, ground) => contrast(readableOn(color, ground), ground) >= 4.5))
})

test('a colour survives a round trip through OKLCH', () => {
  expect(withLightness('#ffffff', 1)).toBe('#ffffff')
  expect(normalizeHex('0aF')).toBe('#00aaff')
  expect(normalizeHex('red; background: url(x)')).toBeUndefined()
})
