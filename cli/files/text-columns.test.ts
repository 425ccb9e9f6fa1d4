import { describe, expect, it } from 'vitest'
import { filledLines, firstCells, hasColumn, namedColumn } from './text-columns.ts'

const DOMAIN = /^(?:domain|website)$/i

describe('columns', () => {
  it.each([
    'Name,Website\r\nAcme,acme.example\r\nBeta,beta.example\r\n',
    'name;WEBSITE;notes\n"Acme; Co";acme.example;x, y\nBeta;beta.example\n',
    'website\tname\nacme.example\tAcme\n\t\nbeta.example\tBeta',
    'domain\nacme.example\n\nbeta.example\n',
    'name,website\n"Acme ""the"" Co","acme.example"\nBe"ta,beta.example',
  ])('the column of domains is found in %j', (text) => {
    expect(hasColumn(text, DOMAIN)).toBe(true)
    expect(namedColumn(text, DOMAIN)).toEqual(['acme.example', 'beta.example'])
  })

  it('are distinguished from plain lines', () => {
    expect(hasColumn('acme.example\nbeta.example', DOMAIN)).toBe(false)
    expect(hasColumn('acme.example, beta.example', DOMAIN)).toBe(false)
    expect(firstCells('acme.example\nbeta.example')).toEqual(['acme.example'])
    expect(firstCells('Company;Address\nx;y')).toEqual(['Company', 'Address'])
  })
})

it('lines of a file are values, without blanks and comments', () => {
  expect(filledLines('# mine\r\n a.example \r\n\nb.example\rc.example')).toEqual([
    'a.example',
    'b.example',
    'c.example',
  ])
})
