import { expect, test } from 'vitest'
import { mails } from '#contract/mail.ts'
import {
  decodeMailsQuery,
  EMPTY_MAILS_QUERY,
  encodeMailsQuery,
  isNarrowed,
  toApiQuery,
} from './mails-query.ts'

test('an empty or unusable address is the default', () => {
  expect(decodeMailsQuery({})).toEqual(EMPTY_MAILS_QUERY)
  expect(decodeMailsQuery({ q: {}, state: 'lost', page: -1, limit: 7, mail: 'x' })).toEqual(EMPTY_MAILS_QUERY)
  expect(encodeMailsQuery(EMPTY_MAILS_QUERY)).toEqual({})
})

test('what is written can be read again', () => {
  const query = { search: '42', state: 'failed', page: 3, limit: 50, mail: 9 } as const
  expect(decodeMailsQuery(encodeMailsQuery(query))).toEqual(query)
  expect(decodeMailsQuery({ q: 42 }).search).toBe('42')
})

test('the API takes what the page asks for, without the open mail', () => {
  const asked = toApiQuery({ ...EMPTY_MAILS_QUERY, search: '  a@sample.example ', state: 'sent', mail: 3 })
  expect(asked).toEqual({ page: 1, limit: 20, search: 'a@sample.example', state: 'sent' })
  expect(mails.query!.safeParse(asked).success).toBe(true)
})

test('spaces alone do not narrow', () => {
  expect(isNarrowed({ ...EMPTY_MAILS_QUERY, search: '  ' })).toBe(false)
  expect(isNarrowed({ ...EMPTY_MAILS_QUERY, state: 'sent' })).toBe(true)
})
