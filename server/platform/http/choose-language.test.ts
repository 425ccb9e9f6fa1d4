import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

const OFFERED = ['en', 'de', 'fr'] as const
const choose = (header: string | undefined, query: object = {}) =>
  chooseLanguage({ headers: { 'accept-language': header }, query }, OFFERED)

describe('the language of a public page', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['en;q=0.4, fr-CA;q=0.8', 'fr'],
    ['fr;q=0, de', 'de'],
    ['ja, de;q=0.1', 'de'],
    ['ja', 'en'],
    [';;;,,,q=', 'en'],
    [undefined, 'en'],
  ])('is that of the browser where it is offered: %s', (header, language) => {
    expect(choose(header)).toBe(language)
  })

  it('is the one that the address asks for', () => {
    expect(choose('de', { lang: 'fr' })).toBe('fr')
    expect(choose('de', { lang: 'FR-ca' })).toBe('fr')
    expect(choose('de', { lang: '<b>' })).toBe('de')
    expect(choose('de', { lang: ['fr'] })).toBe('de')
  })
})
