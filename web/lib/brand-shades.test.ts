import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BRAND_COLORS } from '#contract/constants.ts'
import { type BrandColors, deriveShades, TEXT_PAIRS } from './brand-shades.ts'
import { contrast } from './color.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const anyBrand = fc.record<BrandColors>({
  login_page_bg_color: hex,
  sidebar_background_color: hex,
  button_color: hex,
  secondary_color: hex,
  text_color: hex,
  heading_color: hex,
})

const tooWeak = (brand: Partial<BrandColors>, scheme: 'light' | 'dark') => {
  const shades = deriveShades(brand, scheme)
  return TEXT_PAIRS.map(([text, ground]) => ({
    text,
    ground,
    ratio: contrast(shades[text], shades[ground]),
  })).filter(({ ratio }) => !(ratio >= 4.5))
}

test.each(['light', 'dark'] as const)('no brand can make the %s page unreadable', (scheme) => {
  fc.assert(
    fc.property(anyBrand, (brand) => {
      expect(tooWeak(brand, scheme)).toEqual([])
    }),
    { numRuns: 400 },
  )
})

test.each(['light', 'dark'] as const)('nor do one colour for everything or nonsense, %s', (scheme) => {
  for (const value of ['#000000', '#ffffff', '#777777', '#808080', '#ff0', 'url(x)', '']) {
    const brand = Object.fromEntries(
      ['login_page_bg_color', 'sidebar_background_color', 'button_color', 'text_color', 'heading_color'].map(
        (key) => [key, value],
      ),
    )
    expect(tooWeak(brand, scheme)).toEqual([])
  }
})

test('a brand colour that is readable is painted as it was chosen', () => {
  const shades = deriveShades({ button_color: BRAND_COLORS.primary }, 'light')
  expect(shades['--app-fill']).toBe('#573bff')
  expect(shades['--app-on-fill']).toBe('#ffffff')
  expect(shades['--app-accent']).toBe('#573bff')
})

test('a light brand colour carries dark words, not a grey that just passes', () => {
  const shades = deriveShades({ button_color: '#ffeb3b' }, 'light')
  expect(shades['--app-fill']).toBe('#ffeb3b')
  expect(contrast(shades['--app-on-fill'], shades['--app-fill'])).toBeGreaterThan(10)
})
