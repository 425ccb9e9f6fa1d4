import { expect, it } from 'vitest'
import { readDay, slashedOrder } from './read-date.ts'

it.each([
  '2024-01-02',
  '2024/1/2',
  '2024-01-02T10:00:00Z',
  '2.1.2024',
  '02.01.24',
  '2 Jan 2024',
  '02-Jan-2024',
  '2nd January 2024',
  'January 2, 2024',
  'Jan 02 2024 10:00 AM',
  'Tue, 02 Jan 2024 10:00:00 GMT',
  'Dienstag, 2. Januar 2024',
  '2 janvier 2024',
  '2 janv. 2024',
  '2 de enero de 2024',
  '02-ene-2024',
  '2 gennaio 2024',
  '2º de janeiro de 2024',
])('%s is 2 January 2024 in any order', (text) => {
  expect(readDay(text, null)).toBe('2024-01-02')
})

it.each([
  'Jan 2024',
  '2024',
  '45293',
  '20240102',
  '31 Feb 2024',
  '2024-13-01',
  'Ida 5 2024',
  '01-02-03',
  '02 Jan 10:00',
  '',
])('"%s" is no day', (text) => {
  expect(readDay(text, 'dmy')).toBeUndefined()
})

it.each([
  ['03/04/2026', 'open', '2026-04-03', '2026-03-04'],
  ['03-04-2026', 'open', '2026-04-03', '2026-03-04'],
  ['3/4/26', 'open', '2026-04-03', '2026-03-04'],
  ['13/04/2026', 'dmy', '2026-04-13', '2026-04-13'],
  ['04-13-2026', 'mdy', '2026-04-13', '2026-04-13'],
])('%s is %s', (text, order, dmy, mdy) => {
  expect(slashedOrder(text)).toBe(order)
  expect(readDay(text, 'dmy')).toBe(dmy)
  expect(readDay(text, 'mdy')).toBe(mdy)
})
