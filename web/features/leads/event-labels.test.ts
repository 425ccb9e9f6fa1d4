import { expect, test } from 'vitest'
import { detailWords, eventWords } from './event-labels.ts'

test('events read as sentences, new ones too', () => {
  expect(eventWords('list.renamed')).toBe('List renamed')
  expect(eventWords('lead.label_added')).toBe('Lead label added')
})

test('details show what people can read and leave out ids and nested parts', () => {
  expect(detailWords({ from: 'A', to: 'B', run_id: 7, filters: { a: 1 }, leads_total: 3, empty: '' })).toBe(
    'from: A, to: B, leads total: 3',
  )
})
