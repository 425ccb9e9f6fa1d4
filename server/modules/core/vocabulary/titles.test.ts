import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDepartment } from './departments.ts'
import { findSeniorities, passesTitle, readSeniority, readTitle, titleKey } from './titles.ts'

/** Whether a search for `wanted` finds a person of this position. */
function finds(wanted: string, position: string): boolean {
  const key = titleKey(position)
  return (readTitle(wanted)?.alternatives ?? []).some((tests) =>
    tests.every((test) => passesTitle(key, test)),
  )
}

describe('a search for a position', () => {
  it.each([
    ['CEO', 'Chief Executive Officer'],
    ['ceo', 'C.E.O.'],
    ['CEO', 'Founder & CEO'],
    ['CEO', 'Geschäftsführerin'],
    ['CEO', 'Geschaeftsfuehrer'],
    ['CEO', 'Président-directeur général'],
    ['CEO', 'Amministratore Delegato'],
    ['Geschäftsführer', 'Managing Director'],
    ['geschaeftsfuehrer', 'CEO'],
    ['VP', 'Senior Vice President, EMEA'],
    ['vice president', 'SVP Global Sales'],
    ['VP Marketing', 'Vice President of Marketing'],
    ['head of marketing', 'Marketing Director'],
    ['head of marketing', 'Director, Marketing'],
    ['head of marketing', 'Marketing Lead EMEA'],
    ['head of marketing', 'CMO'],
    ['head of marketing', 'Marketingleiterin'],
    ['head of marketing', 'Leiter Marketing'],
    ['head of marketing', 'Directrice marketing'],
    ['Marketingleiter', 'Head of Marketing'],
    ['marketing lead', 'Head of Marketing'],
    ['Head of Sales', 'Vertriebsleiter Süd'],
    ['head of finance', 'CFO'],
    ['software engineer', 'Backend Developer'],
    ['developers', 'Software Engineer II'],
    ['SWE', 'Développeuse web'],
    ['senior software engineer', 'Sr. Developer'],
    ['backend developer', 'Backend Software Engineer'],
    ['maintainer', 'Maintainer, Kubernetes steering'],
    ['founder', 'Co-Founder'],
    ['Gründer', 'Founder and CTO'],
    ['president', 'President'],
    ['owner', 'Inhaber'],
    ['marketing manager', 'Manager Marketing DACH'],
    ['astronaut', 'Astronaut'],
    ['assistant to the CEO', 'Executive Assistant to the CEO'],
  ])('for %j finds %j', (wanted, position) => {
    expect(finds(wanted, position)).toBe(true)
  })

  it.each([
    ['CEO', 'Assistant to the CEO'],
    ['CEO', 'Assistentin der Geschäftsführung'],
    ['CEO', 'CTO'],
    ['president', 'Vice President'],
    ['president', 'Vice-Présidente'],
    ['owner', 'Product Owner'],
    ['partner', 'HR Business Partner'],
    ['director', 'Managing Director'],
    ['head of marketing', 'Head of Sales'],
    ['head of marketing', 'Marketing Assistant'],
    ['CMO', 'Marketing Manager'],
    ['developer', 'Business Developer'],
    ['backend developer', 'Frontend Developer'],
    ['senior developer', 'Developer'],
    ['art', 'Head of Department'],
    ['astronaut', 'Cosmonaut'],
  ])('for %j does not find %j', (wanted, position) => {
    expect(finds(wanted, position)).toBe(false)
  })

  it('returns what it also searches, and which words must occur', () => {
    expect(readTitle('CEO')?.also.slice(0, 2)).toEqual(['chief executive officer', 'managing director'])
    expect(readTitle('head of marketing')?.also).toEqual([
      'marketing director',
      'marketing lead',
      'CMO',
      'chief marketing officer',
    ])
    expect(readTitle('zookeeper')).toMatchObject({ also: [], words: ['zookeeper'] })
    expect(readTitle('VP of Rocketry')).toMatchObject({ words: ['rocketry'] })
    expect(readTitle(' -- ')).toBeNull()
  })

  it('finds similar spellings of any position', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const meaning = readTitle(text)
        expect((meaning?.also.length ?? 0) <= 5).toBe(true)
        if (meaning) expect(meaning.alternatives.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the department of a position', () => {
  it.each([
    ['CEO', 'executive'],
    ['Managing Director', 'executive'],
    ['Vice President Sales', 'sales'],
    ['Chief Financial Officer', 'finance'],
    ['Vertriebsleiterin', 'sales'],
    ['Leiter Einkauf', 'operations'],
    ['HR Business Partner', 'hr'],
    ['Senior Software Engineer', 'engineering'],
    ['Gardener', null],
    ['', null],
  ])('of %j is %j', (position, department) => {
    expect(findDepartment(position)).toBe(department)
  })
})

describe('the level of a position', () => {
  it.each([
    ['Founder & CEO', ['owner', 'c_level']],
    ['Chief Happiness Officer', ['c_level']],
    ['Managing Director', ['c_level']],
    ['Vice President Sales', ['vp']],
    ['Vertriebsleiterin', ['head']],
    ['Head of Engineering', ['head']],
    ['Senior Product Manager', ['manager']],
    ['Sr. Software Engineer', ['senior']],
    ['Praktikantin', ['entry']],
    ['Product Owner', []],
    ['Software Engineer', []],
    ['Maintainer, Kubernetes', []],
    ['Executive Assistant to the CEO', []],
    ['Inhaber', ['owner']],
    ['Managing Partner', ['partner']],
    ['', []],
  ])('of %j is %j', (position, levels) => {
    expect(findSeniorities(position)).toEqual(levels)
  })

  it.each([
    ['C-Suite', ['c_level']],
    ['c_level', ['c_level']],
    ['Director', ['head']],
    ['Entry', ['entry']],
    ['founder', ['owner']],
    ['5', []],
  ])('%j in its own column is %j', (text, levels) => {
    expect(readSeniority(text)).toEqual(levels)
  })
})

it.each<[string, string, string | null]>([
  ['Responsable marketing', 'head', 'marketing'],
  ['Chef des ventes', 'head', 'sales'],
  ['Jefe de compras', 'head', 'operations'],
  ['Responsabile IT', 'head', 'it'],
  ['Directeur financier', 'c_level', 'finance'],
  ['DRH', 'c_level', 'hr'],
  ['Amministratore unico', 'c_level', 'executive'],
  ['Fundadora', 'owner', 'executive'],
  ['Titolare', 'owner', 'executive'],
  ['Gerente de vendas', 'manager', 'sales'],
  ['Einkäuferin', '', 'operations'],
  ['Assistente di direzione', '', null],
  ['Responsable', '', null],
])('%s is %s of %s', (position, level, department) => {
  expect(findSeniorities(position).join(',')).toBe(level)
  expect(findDepartment(position)).toBe(department)
})
