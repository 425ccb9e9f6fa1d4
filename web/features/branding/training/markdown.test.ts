import { expect, test } from 'vitest'
import { readInline, readMarkdown, safeHref } from './markdown.ts'

test('headings, lists, pictures and paragraphs are told apart', () => {
  const text = '## One\n\nTwo\nlines\n\n- a\n- **b**\n\n1. c\n\nDo this:\n- d\n\n![A list](list.webp)'
  expect(readMarkdown(text).map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'paragraph',
    'list',
    'picture',
  ])
})

test('bold, code and links are read, the rest stays words', () => {
  expect(readInline('Press **Find** or `x`, see [lists](/lead-search/saved-lists).')).toEqual([
    { text: 'Press ' },
    { text: 'Find', bold: true },
    { text: ' or ' },
    { text: 'x', code: true },
    { text: ', see ' },
    { text: 'lists', href: '/lead-search/saved-lists' },
    { text: '.' },
  ])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example',
  '/\\evil.example',
  'vbscript:x',
  'https://',
])('%s is no link', (href) => expect(safeHref(href)).toBeUndefined())

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](https://evil.example/track.png)',
  '![x](../../secret.webp)',
])('%s is words', (hostile) => {
  const [block] = readMarkdown(hostile)
  expect(block?.kind).toBe('paragraph')
  if (block?.kind === 'paragraph') expect(block.content.some(({ href }) => href)).toBe(false)
})

test('a very long text is read at once', () => {
  expect(readMarkdown('['.repeat(100_000)).length).toBe(1)
  expect(readMarkdown('**a'.repeat(50_000)).length).toBe(1)
})
