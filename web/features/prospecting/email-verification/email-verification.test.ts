import { expect, test } from 'vitest'
import { readEmails } from './email-list.ts'
import { NO_QUERY, verificationsSearch } from './verifications-search.ts'

test('reads addresses from pasted text', () => {
  const text =
    'a@acme.example, b@acme.example;\nSample Person <c@acme.example>\n"D" <A@acme.example>\nnothing\n\n'
  expect(readEmails(text)).toEqual({
    emails: ['a@acme.example', 'b@acme.example', 'c@acme.example'],
    others: 1,
  })
  expect(readEmails('')).toEqual({ emails: [], others: 0 })
  expect(readEmails('a@acme.example b@acme.example').emails).toHaveLength(2)
})

test('old bookmarked addresses keep their meaning, and invalid parts are dropped', () => {
  const query = {
    run: 7,
    from: 'search' as const,
    state: 'catch_all' as const,
    search: 'acme',
    page: 3,
    limit: 50,
  }
  const raw = { run: 7, from: 'search', state: 'catch_all', q: 'acme', page: 3, limit: 50 }
  expect(verificationsSearch.read(raw)).toEqual(query)
  expect(verificationsSearch.write(query)).toEqual(raw)
  const odd = { run: -1, from: 'me', state: 'toString', page: 'x', limit: 7, q: {} }
  expect(verificationsSearch.read(odd)).toEqual(NO_QUERY)
})
