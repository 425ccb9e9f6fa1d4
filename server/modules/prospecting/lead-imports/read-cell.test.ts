import { expect, it } from 'vitest'
import { importFields } from './fields.ts'
import { readCell } from './read-cell.ts'

const read = (name: string, text: string) => {
  const field = importFields('local', []).find((one) => one.name === name)
  if (!field) throw new Error(name)
  return readCell(field, text, { country: null })
}

it.each([
  'ida (at) acme.example',
  'ida[at]acme[dot]example',
  'E-mail: ida@acme.example',
  'ida {arroba} acme.example',
])('an email is read as pages write it: %s', (text) => {
  expect(read('email', text)).toEqual({ value: 'ida@acme.example' })
})

it('a name before an email is none of it, and a word is no email', () => {
  expect(read('email', 'Ida (at) work')).toHaveProperty('problem')
  expect(read('email', '"Ida (at) Acme" <ida@acme.example>')).toEqual({ value: 'ida@acme.example' })
})

it('a remark behind a website is not part of it', () => {
  expect(read('website', 'www.acme.example (shop)')).toEqual({ value: 'http://www.acme.example' })
  expect(read('website', 'https://acme.example/a_(b)')).toEqual({ value: 'https://acme.example/a_(b)' })
})
