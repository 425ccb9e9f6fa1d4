import { expect, test } from 'vitest'
import { courseFacts, pageFacts } from './content-labels.ts'

test('a page shows its published state and its origin', () => {
  const page = { state: 'changed', source: 'own', is_customized: false, is_hidden: false } as const
  expect(pageFacts(page)).toBe('Published · unpublished changes')
  expect(pageFacts({ ...page, state: 'draft' })).toBe('Draft')
  const inherited = { ...page, state: 'published', source: 'built_in', is_hidden: true } as const
  expect(pageFacts(inherited)).toBe('Hidden · Published · Built in')
  expect(pageFacts({ ...inherited, is_customized: true })).toBe('Hidden · Published · Customized')
})

test('a course shows whether readers see it and how many drafts it has', () => {
  const course = {
    source: 'own',
    is_customized: false,
    is_hidden: false,
    hasContent: false,
    drafts: 1,
  } as const
  expect(courseFacts(course)).toBe('Nothing published · 1 draft')
  expect(courseFacts({ ...course, source: 'inherited', hasContent: true, drafts: 0 })).toBe(
    'Published · Inherited',
  )
})
