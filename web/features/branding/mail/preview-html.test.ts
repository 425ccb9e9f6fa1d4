import { expect, test } from 'vitest'
import { previewHtml } from './preview-html.ts'

test('style blocks carry the page’s nonce', () => {
  expect(previewHtml('<style type="text/css">a{}</style><STYLE>b{}</STYLE>', 'n1')).toBe(
    '<style nonce="n1" type="text/css">a{}</style><style nonce="n1">b{}</STYLE>',
  )
})

test('links keep their text and lose their target', () => {
  expect(previewHtml('<a class="x" href="https://a.example" style="color:red">Go</a>', '')).toBe(
    '<a class="x" style="color:red">Go</a>',
  )
})

test('external images are replaced by their alternative text', () => {
  expect(previewHtml('<img src="https://a.example/l.png" alt="Sample &amp; Co">', '')).toBe('Sample &amp; Co')
  expect(previewHtml('<img src="//a.example/l.png">', '')).toBe('')
  const own = '<img alt="Logo" src="/assets/logo.png"><img src="data:image/png;base64,AA==">'
  expect(previewHtml(own, '')).toBe(own)
})
