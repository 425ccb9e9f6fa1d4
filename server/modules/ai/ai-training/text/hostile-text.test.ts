import { expect, it } from 'vitest'
import { pageText } from './page-text.ts'
import { prepareText } from './prepare-text.ts'
import { safeHtml } from './safe-html.ts'

it.each([
  ['elements without an end', '<div>'.repeat(150_000)],
  ['deep ones', `${'<div>'.repeat(40_000)}words${'</div>'.repeat(40_000)}`],
  ['deep lists', '<ul><li>'.repeat(30_000)],
  ['many elements', '<p>word, word</p>'.repeat(20_000)],
  ['a long word', 'x'.repeat(900_000)],
  ['a long attribute', `<p style="${'left:'.repeat(150_000)}">x</p>`],
  ['blanks', ' \n'.repeat(400_000)],
])('a page of %s is still read', async (_name, html) => {
  const page = pageText(html)
  await prepareText(page.text, 'auto')
  safeHtml(html)
  expect(page.text.length).toBeLessThanOrEqual(html.length)
})

it('keeps the main text, and everything where it cannot be determined', () => {
  const article = 'We bake bread for the hotels of the town, every night but Sunday. '.repeat(8)
  const nav = '<nav><a href="/">Home</a><a href="/b">Imprint</a></nav>'
  const page = pageText(
    `<html lang="en"><title>Bakery</title><body>${nav}<article><p>${article}</p></article></body>`,
  )
  expect(page).toMatchObject({ title: 'Bakery', lang: 'en', text: article.trim() })
  expect(pageText('<title>T</title><p>Short</p><p>words</p>').text).toBe('Short\n\nwords')
})
