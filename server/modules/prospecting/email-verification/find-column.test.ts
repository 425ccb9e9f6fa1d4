import { describe, expect, it } from 'vitest'
import { readAddress } from './address-text.ts'
import { findAddressColumn } from './find-column.ts'

describe('the column of addresses', () => {
  it.each([
    ['by its name', ['Name', 'E-Mail'], [['a', '']], 1],
    ['by the better of two names', ['Recipient', 'Email Address'], [['b@b.example', 'a@a.example']], 1],
    [
      'by what stands in it',
      ['Name', 'Kontakt'],
      [
        ['Ann', 'ann@a.example'],
        ['Bob', ''],
        ['Cy', 'cy@c.example'],
      ],
      1,
    ],
    ['not by a doubtful name alone', ['Address', 'Reach'], [['1 Main St', 'ann@a.example']], 1],
    ['by a doubtful name with addresses in it', ['Id', 'Address'], [['1', 'ann@a.example']], 1],
  ])('is found %s', (_how, columns, rows, index) => {
    expect(findAddressColumn(columns, rows)).toEqual({ index, headerless: false })
  })

  it('may start in the first line', () => {
    expect(findAddressColumn(['1', 'ann@a.example'], [['2', 'bob@b.example']])).toEqual({
      index: 1,
      headerless: true,
    })
  })

  it('is not guessed where few cells are addresses', () => {
    expect(findAddressColumn(['Note'], [['x'], ['ask ann'], ['ann@a.example']])).toBeNull()
    expect(findAddressColumn(['Note'], [])).toBeNull()
  })
})

describe('the address of a cell', () => {
  it.each([
    [' Ann@A.example ', 'ann@a.example'],
    ['mailto:ann@a.example', 'ann@a.example'],
    ['Ann <Ann@a.example>', 'ann@a.example'],
    ['ann', null],
    ['ann@', null],
    ['ann@a@b', null],
    ['ann a@b.example', null],
    [`${'a'.repeat(320)}@a.example`, null],
  ])('of "%s" is %s', (cell, expected) => {
    expect(readAddress(cell)).toBe(expected)
  })
})
