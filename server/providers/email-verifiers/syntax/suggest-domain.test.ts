import { describe, expect, it } from 'vitest'
import { suggestDomain } from './suggest-domain.ts'

describe('a suggestion for a mistyped domain', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmial.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmail.comm', 'hotmail.com'],
    ['outlok.com', 'outlook.com'],
    ['yaho.com', 'yahoo.com'],
    ['yahooo.com', 'yahoo.com'],
    ['iclod.com', 'icloud.com'],
    ['protonmial.con', 'protonmail.com'],
    ['googelmial.com', 'googlemail.com'],
    ['acme.con', 'acme.com'],
    ['acme.ogr', 'acme.org'],
  ])('for %s is %s', (domain, suggestion) => {
    expect(suggestDomain(domain)).toBe(suggestion)
  })

  it.each([
    'gmail.com',
    'gmx.com',
    'mail.com',
    'ymail.com',
    'acme.example',
    'acme.com',
    'hotmart.com',
    'max.com',
  ])('none for %s', (domain) => {
    expect(suggestDomain(domain)).toBeNull()
  })
})
