import { expect, test } from 'vitest'
import { isOnPage, listPages, methodPhrase, pageHref, pageLabel } from './sighting-labels.ts'

test('a method without a label is named in words, and only some methods read a page', () => {
  expect(methodPhrase('some_new_way')).toBe('some new way')
  expect(methodPhrase('constructor')).toBe('constructor')
  expect(['mailto', 'inferred', 'open_data_import'].map(isOnPage)).toEqual([true, false, false])
})

test('shortens page addresses and links only safe ones', () => {
  expect(pageLabel('https://www.acme.example/contact?x=1')).toBe('acme.example/contact?x=1')
  expect(pageLabel('https://acme.example/')).toBe('acme.example')
  expect(pageLabel('not a page')).toBe('not a page')
  expect(pageHref('javascript:alert(1)')).toBeNull()
  expect(pageHref('http://acme.example/a')).toBe('http://acme.example/a')
})

test('counts a page once however often a value is on it', () => {
  const sources = [
    { url: 'https://acme.example/a', method: 'tel_link' },
    { url: 'https://acme.example/b', method: 'text' },
    { url: 'https://acme.example/a', method: 'text' },
    { url: 'https://acme.example/a', method: 'text' },
  ]
  expect(listPages(sources)).toEqual([
    { url: 'https://acme.example/a', methods: ['tel_link', 'text'] },
    { url: 'https://acme.example/b', methods: ['text'] },
  ])
})
