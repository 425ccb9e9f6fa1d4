import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SITE_COLORS } from '#contract/branding/site.ts'
import { BRAND_COLORS } from '#contract/core/constants.ts'
import { type BrandColors, deriveShades, TEXT_PAIRS } from './brand-shades.ts'
import { contrast, mix, readableOn } from './color.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const anyBrand = fc.record<BrandColors>({
  login_page_bg_color: hex,
  sidebar_background_color: hex,
  button_color: hex,
  secondary_color: hex,
  text_color: hex,
  heading_color: hex,
  blue_color: hex,
  light_blue_color: hex,
})

const tooWeak = (brand: Partial<BrandColors>, scheme: 'light' | 'dark') => {
  const shades = deriveShades(brand, scheme)
  return TEXT_PAIRS.map(([text, ground]) => ({
    text,
    ground,
    ratio: contrast(shades[text], shades[ground]),
  })).filter(({ ratio }) => !(ratio >= 4.5))
}

test.each(['light', 'dark'] as const)('no brand color can make the %s page unreadable', (scheme) => {
  fc.assert(
    fc.property(anyBrand, (brand) => {
      expect(tooWeak(brand, scheme)).toEqual([])
      const shades = deriveShades(brand, scheme)
      expect(contrast(shades['--app-chart'], shades['--app-surface'])).toBeGreaterThanOrEqual(3)
    }),
    { numRuns: 400 },
  )
})

test.each(['light', 'dark'] as const)(
  'nor can a single colour for everything or invalid colours, %s',
  (scheme) => {
    for (const value of ['#000000', '#ffffff', '#777777', '#808080', '#ff0', 'url(x)', '']) {
      const brand = Object.fromEntries(SITE_COLORS.map((key) => [key, value]))
      expect(tooWeak(brand, scheme)).toEqual([])
    }
  },
)

test('a readable brand colour is used as chosen', () => {
  const shades = deriveShades({ button_color: BRAND_COLORS.primary }, 'light')
  expect(shades['--app-fill']).toBe('#573bff')
  expect(shades['--app-on-fill']).toBe('#ffffff')
  expect(shades['--app-accent']).toBe('#573bff')
})

test.each(['light', 'dark'] as const)('information uses the blues of the specification, %s', (scheme) => {
  for (const brand of [{}, { button_color: '#0a7b55' }]) {
    const shades = deriveShades(brand, scheme)
    const grounds = (['--app-body', '--app-surface', '--app-hover', '--app-info-soft'] as const).map(
      (name) => shades[name],
    )
    expect(shades['--app-info']).toBe(readableOn('#3BA1FF', grounds))
    expect(shades['--app-info-soft']).toBe(
      mix(shades['--app-body'], '#00C0F7', scheme === 'dark' ? 0.2 : 0.1),
    )
  }
})

test('a brand’s own blues are used for information and charts', () => {
  const shades = deriveShades({ blue_color: '#7a1fa2', light_blue_color: '#b3261e' }, 'light')
  expect(shades['--app-info']).toBe('#7a1fa2')
  expect(shades['--app-chart']).toBe('#b3261e')
  expect(shades['--app-info-soft']).toBe(mix('#ffffff', '#b3261e', 0.1))
})

test.each([
  ['light', '#ffffff'],
  ['dark', '#111318'],
] as const)('a button in the colour of the %s page is distinguishable from it', (scheme, button_color) => {
  const shades = deriveShades({ button_color }, scheme)
  expect(contrast(shades['--app-fill'], shades['--app-body'])).toBeGreaterThanOrEqual(1.5)
})

test('a light brand colour has dark text, not a grey that barely passes', () => {
  const shades = deriveShades({ button_color: '#ffeb3b' }, 'light')
  expect(shades['--app-fill']).toBe('#ffeb3b')
  expect(contrast(shades['--app-on-fill'], shades['--app-fill'])).toBeGreaterThan(10)
})
