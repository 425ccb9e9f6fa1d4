import { expect, test } from 'vitest'
import { hideContacts, hideEmail, hidePhone } from './hide-contact.ts'

test.each([
  ['info@acme.example', 'i…@acme.example'],
  ['x@acme.example', '…@acme.example'],
  ['no address', '…'],
  ['"a@b"@acme.example', '"…@acme.example'],
])('masks the email %s as %s', (email, hidden) => {
  expect(hideEmail(email)).toBe(hidden)
})

test.each([
  ['+15035550100', '+1 503 ••• ••00'],
  ['+4930123456', '+49 3• ••••56'],
  ['555 0100', '••• ••00'],
  ['12345', '•••45'],
  ['911', '•••'],
])('masks the number %s as %s', (phone, hidden) => {
  expect(hidePhone(phone)).toBe(hidden)
})

test('keeps the words of a text and removes contacts', () => {
  expect(hideContacts('Brewery 21, info@acme.example or +1 202-555-0143')).toBe(
    'Brewery 21, i…@acme.example or +1 202 ••• ••43',
  )
  expect(hideContacts('See https://acme.example/contact now')).toBe('See … now')
  expect(hideContacts('acme.example/team', ['acme.example/team'])).toBe('…')
})
