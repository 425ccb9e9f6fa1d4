import { expect, test } from 'vitest'
import { readEmails } from './email-list.ts'
import { decodeQuery, encodeQuery, NO_QUERY } from './verifications-query.ts'

test('addresses are read from whatever was pasted', () => {
  const text =
    'a@acme.example, b@acme.example;\nSample Person <c@acme.example>\n"D" <A@acme.example>\nnothing\n\n'
  expect(readEmails(text)).toEqual({
    emails: ['a@acme.example', 'b@acme.example', 'c@acme.example'],
    others: 1,
  })
  expect(readEmails('')).toEqual({ emails: [], others: 0 })
  expect(readEmails('a@acme.example b@acme.example').emails).toHaveLength(2)
})

test('the query survives the address, and anything odd in it is dropped', () => {
  const query = { run: 7, state: 'catch_all' as const, search: 'acme', page: 3, limit: 50 }
  expect(decodeQuery(encodeQuery(query))).toEqual(query)
  expect(encodeQuery(NO_QUERY)).toEqual({})
  expect(decodeQuery({ run: -1, state: 'toString', page: 'x', limit: 7, q: {} })).toEqual(NO_QUERY)
})
