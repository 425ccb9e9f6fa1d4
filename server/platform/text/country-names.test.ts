import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { readCountryCell, resolveCountry } from './country-names.ts'

const CODES: [string, string, string][] = createRequire(import.meta.url)('i18n-iso-countries/codes.json')

it.each(['en', 'de', 'fr', 'es', 'it', 'pt', 'pt-PT', 'nl'])(
  'every country is known by its name in %s',
  (language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    const unknown = CODES.filter(([code]) => {
      const name = names.of(code) as string
      const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
      return resolveCountry(name) !== code || resolveCountry(plain) !== code
    })
    expect(CODES.length).toBeGreaterThan(240)
    expect(unknown.map(([code]) => names.of(code))).toEqual([])
  },
)

describe('the country in a cell', () => {
  it.each([
    ['Deutschland (DE)', 'DE'],
    ['US - United States', 'US'],
    ['Schweiz/CH', 'CH'],
    ['Great Britain (UK)', 'GB'],
    ['Iran, Islamic Republic of', 'IR'],
    ['Korea, Republic of', 'KR'],
    ["Korea, Democratic People's Republic of", 'KP'],
    ['Korea (North)', 'KP'],
    ['Congo, The Democratic Republic of the', 'CD'],
    ['États-Unis', 'US'],
    ['Stati Uniti', 'US'],
    ['D', 'DE'],
    ['France, Germany', null],
    ['US / Canada', null],
    ['Portland', null],
    ['d', null],
  ])('%s is %s', (text, code) => {
    expect(readCountryCell(text)).toBe(code)
  })
})
