import { describe, expect, it } from 'vitest'
import type { PageFindings, PersonFinding } from '../findings.ts'
import { mergePeople } from './merge-people.ts'

const person = (name: string, more: Partial<PersonFinding> = {}): PersonFinding => ({
  name,
  role: null,
  section: null,
  method: 'card',
  block: null,
  email: null,
  phone: null,
  socials: [],
  staff: true,
  ...more,
})
const page = (path: string, people: PersonFinding[], lang: string | null = 'en'): PageFindings => ({
  url: `https://firm.example/${path}`,
  lang,
  title: '',
  emails: [],
  phones: [],
  socials: [],
  people,
  organisations: [],
})
const merge = (...names: string[]) =>
  mergePeople([
    page(
      'team',
      names.map((name) => person(name)),
    ),
  ]).map(({ name }) => name)

describe('mergePeople', () => {
  it.each([
    [['Damian Avila', 'Damián Avila'], 'Damián Avila'],
    [['Hong Phuc Dang', 'Dang Hong Phuc'], 'Hong Phuc Dang'],
    [['Jürgen Müller', 'Juergen Mueller', 'Jurgen Muller'], 'Jürgen Müller'],
    [['Anna Sample', 'Anna Maria Sample', 'Anna M. Sample'], 'Anna Maria Sample'],
    [['J. Sample', 'John Sample'], 'John Sample'],
    [['Anna Sample', 'ANNA SAMPLE'], 'Anna Sample'],
    [['William "Bill" Sample', 'Bill Sample'], 'William "Bill" Sample'],
  ])('merges %j into one person', (names, best) => {
    expect(merge(...names)).toEqual([best])
  })

  it.each([
    [['Anna Sample', 'Peter Sample']],
    [['Anna Maria Sample', 'Anna Lena Sample']],
    [['J. Sample', 'John Sample', 'Jane Sample']],
    [['Anna Sample', 'Anna Muster']],
  ])('keeps %j apart', (names) => {
    expect(merge(...names)).toHaveLength(names.length)
  })

  it('merges similar names with the same address', () => {
    const email = 'tom@firm.example'
    const pages = [
      page('a', [person('Thomas Sample', { email })]),
      page('b', [person('Tom Sample', { email })]),
    ]
    expect(mergePeople(pages)).toMatchObject([{ name: 'Thomas Sample', email }])
  })

  it('merges what the pages say and takes the role in the main language', () => {
    const pages = [
      page(
        'de/team',
        [person('Anna Sample', { role: 'Geschäftsführerin der Gruppe', email: 'anna@firm.example' })],
        'de-DE',
      ),
      page('team', [person('Anna Sample', { role: 'CEO.', socials: ['https://github.com/anna'] })]),
      page('about', [person('Anna Sample', { role: 'CEO', phone: '+1 202 555 0101' })]),
    ]
    expect(mergePeople(pages)).toEqual([
      {
        name: 'Anna Sample',
        role: 'CEO',
        section: null,
        email: 'anna@firm.example',
        phone: '+1 202 555 0101',
        socials: ['https://github.com/anna'],
        staff: true,
        sources: [
          { url: 'https://firm.example/de/team', method: 'card' },
          { url: 'https://firm.example/team', method: 'card' },
          { url: 'https://firm.example/about', method: 'card' },
        ],
      },
    ])
  })

  it('counts nobody as staff whom a page lists among those who left, unless an imprint names them', () => {
    const left = person('Anna Sample', { section: 'Alumni', staff: false })
    const staff = person('Anna Sample', { section: 'Team', role: 'Engineer' })
    const imprint = person('Anna Sample', { role: 'Geschäftsführer', method: 'section' })
    expect(mergePeople([page('team', [staff]), page('alumni', [left])])).toMatchObject([{ staff: false }])
    expect(mergePeople([page('imprint', [imprint]), page('alumni', [left])])).toMatchObject([{ staff: true }])
    expect(
      mergePeople([
        page('talks', [person('Anna Sample', { section: 'Speakers', staff: false })]),
        page('team', [staff]),
      ]),
    ).toMatchObject([{ staff: true }])
  })

  it('cuts names and roles to their limits', () => {
    const [found] = mergePeople([
      page('team', [person(`Anna ${'x'.repeat(200)}`, { role: 'y'.repeat(500) })]),
    ])
    expect(found?.name.length).toBeLessThanOrEqual(120)
    expect(found?.role?.length).toBeLessThanOrEqual(200)
  })
})
