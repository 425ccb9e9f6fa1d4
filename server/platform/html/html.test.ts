import { expect, it } from 'vitest'
import { html } from './html.ts'

const EVIL = `"'><script>alert(1)</script>&amp;`

it('escapes every text, in elements and in attributes', () => {
  const page = html`<p title="${EVIL}">${EVIL}</p>`.text
  expect(page).toBe(
    '<p title="&#34;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;">&#34;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;</p>',
  )
})

it('keeps templates within templates, and lists of them', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  expect(html`<ul>${items}</ul>${null}${false}${0}`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>0')
})

it('does not trust an object that only looks like HTML', () => {
  const fake = { text: '<b>', toString: () => '<i>' } as never
  expect(html`${fake}`.text).toBe('&lt;i&gt;')
})
