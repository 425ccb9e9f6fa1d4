import { describe, expect, it } from 'vitest'
import { pageKind } from './page-kind.ts'

describe('what a page is for', () => {
  it.each([
    ['/nous-joindre/', 'contact'],
    ['/kapcsolat', 'contact'],
    ['/fale-conosco', 'contact'],
    ['/dove-siamo.html', 'contact'],
    ['/kontaktid', 'contact'],
    ['/impresszum', 'legal'],
    ['/mentions-legales', 'legal'],
    ['/polityka-prywatnosci', 'legal'],
    ['/ueber-uns', 'about'],
    ['/blog/contact-lenses', 'article'],
    ['/en/', 'home'],
    ['/trips', 'other'],
  ])('%s: %s', (path, expected) => {
    expect(pageKind(`https://acme.example${path}`, '')).toBe(expected)
  })
})
