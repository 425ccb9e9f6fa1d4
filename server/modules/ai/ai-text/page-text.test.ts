import { expect, it } from 'vitest'
import { pageText } from './page-text.ts'

it('keeps the visible text of a page, one line per block', () => {
  const html = `<html><head><title>Harbour &amp; Loaf</title><script>var x = 'We sell hidden things for everyone'</script></head>
    <body><nav>Home About Contact and more of the menu</nav><h1>Our bakery by the harbour</h1>
    <p>We bake <b>rye bread</b> every morning at five.</p><p style="display:none">Nobody sees this sentence at all.</p>
    <div hidden>Nor this one, however long it is.</div><p>Short</p></body></html>`
  expect(pageText(html).title).toBe('Harbour & Loaf')
  expect(pageText(html).text).toMatch(/^Our bakery by the harbour\n/)
  expect(pageText(html).text).toContain('We bake rye bread every morning at five.')
  expect(pageText(html).text).not.toMatch(/hidden things|Nobody|Nor this|menu|Short/)
})

it.each([
  ['elements within each other', '<div>'.repeat(400_000)],
  ['ends that fit nothing', `${'<div>'.repeat(100_000)}${'</b>'.repeat(300_000)}`],
])('reads a page up to too many %s', (_name, hostile) => {
  expect(pageText(`<p>We bake rye bread every morning at five.</p>${hostile}`).text).toBe(
    'We bake rye bread every morning at five.',
  )
})

it('handles unclosed comments quickly and drops characters that cannot be stored', () => {
  const hostile = `<p>We bake bread for the hotels of Leeds\0 every day.</p><p>${'&lt;!-- '.repeat(50_000)}</p>`
  const { text } = pageText(hostile)
  expect(text.split('\n')[0]).toBe('We bake bread for the hotels of Leeds every day.')
  expect(text).not.toContain('<')
})
