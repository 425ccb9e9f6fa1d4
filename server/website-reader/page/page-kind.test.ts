import { describe, expect, it } from 'vitest'
import { classifyPage } from './page-kind.ts'

describe('classifyPage', () => {
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
  ])('classifies %s as %s', (path, expected) => {
    expect(classifyPage(`https://acme.example${path}`, '')).toBe(expected)
  })
})
