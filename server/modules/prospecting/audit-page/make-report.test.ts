import { describe, expect, it } from 'vitest'
import type { SignalId } from '#contract/leads/signals.ts'
import { groupFindings, orderServices } from './group-findings.ts'
import { gradeChecks, makeReport } from './make-report.ts'
import { AUDIT_TEXTS, CHECKS } from './texts/index.ts'

const reading = (id: SignalId, value: string | number) => ({
  id,
  value,
  url: 'https://a.example/',
  text: 'x',
})
const WHOLE = { pages: 3, isCut: false }
const outcomes = (report: ReturnType<typeof makeReport>) =>
  Object.fromEntries((report?.checks ?? []).map(({ id, outcome }) => [id, outcome]))

describe('a report', () => {
  it('says what is fine, what is a problem, and what was not looked at', () => {
    const report = makeReport(
      [reading('no_booking', 'yes'), reading('no_title', 'no'), reading('broken_links', 2)],
      WHOLE,
    )
    expect(outcomes(report)).toMatchObject({
      no_booking: 'problem',
      no_title: 'fine',
      broken_links: 'problem',
      slow: 'unknown',
    })
    expect(report).toMatchObject({ problems: 2, checked: 3 })
  })

  it('calls nothing missing that a page which was not read may have', () => {
    const seen = [reading('no_booking', 'yes'), reading('no_title', 'yes'), reading('no_social', 'no')]
    const cut = makeReport(seen, { pages: 1, isCut: true })
    expect(outcomes(cut)).toMatchObject({ no_booking: 'unknown', no_title: 'problem', no_social: 'fine' })
    expect(cut?.checks.find(({ id }) => id === 'no_booking')).toMatchObject({ url: null, text: null })
  })

  it('leaves out what another answer settles', () => {
    const plain = outcomes(makeReport([reading('no_https', 'yes')], WHOLE))
    expect(plain).not.toHaveProperty('certificate_ends_soon')
    expect(outcomes(makeReport([reading('no_https', 'no')], WHOLE))).toHaveProperty('certificate_ends_soon')
  })

  it('is none where nothing was read, and an F where nobody gets in', () => {
    expect(makeReport([reading('no_spf', 'yes')], { pages: 0, isCut: false })).toBeNull()
    const dead = makeReport([reading('dead_site', 'yes')], { pages: 0, isCut: false })
    expect([dead?.grade, dead?.checks.length]).toEqual(['F', 1])
  })

  it.each([
    [10, 0, 'A'],
    [9, 1, 'A'],
    [8, 2, 'B'],
    [3, 1, 'B'],
    [6, 4, 'C'],
    [4, 6, 'D'],
    [3, 7, 'F'],
  ])('with %i fine checks and %i problems is graded %s', (fine, problems, grade) => {
    const some = (count: number, outcome: 'fine' | 'problem') =>
      Array.from({ length: count }, () => ({ id: 'no_title' as const, outcome }))
    expect(gradeChecks([...some(fine, 'fine'), ...some(problems, 'problem')])).toBe(grade)
  })
})

describe('findings', () => {
  const services = [
    { id: 1, name: 'Booking', signals: [{ signal: 'no_booking' as const, is: 'yes' }] },
    {
      id: 2,
      name: 'Design',
      signals: [
        { signal: 'slow' as const, is: 'yes' },
        { signal: 'no_booking' as const, is: 'yes' },
      ],
    },
  ]
  const report = makeReport(
    [reading('no_booking', 'yes'), reading('slow', 'yes'), reading('no_dmarc', 'yes')],
    WHOLE,
  ) as NonNullable<ReturnType<typeof makeReport>>
  const grouped = (options: Parameters<typeof orderServices>[1]) =>
    groupFindings(report, orderServices(services, options)).map(({ service, findings }) => [
      service,
      findings.map(({ id }) => id),
    ])

  it('stand once, under the first service that puts them right', () => {
    expect(grouped({ chosen: null, first: null })).toEqual([
      ['Booking', ['no_booking']],
      ['Design', ['slow']],
      [null, ['no_dmarc']],
    ])
  })

  it('follow the order of the site, and begin with what the visitor came for', () => {
    expect(grouped({ chosen: [2, 1, 99], first: null })[0]).toEqual(['Design', ['slow', 'no_booking']])
    expect(grouped({ chosen: [1], first: null }).map(([name]) => name)).toEqual(['Booking', null])
    expect(grouped({ chosen: null, first: 'design' })[0]?.[0]).toBe('Design')
  })
})

it('every language has its own words for every check', () => {
  for (const [lang, { checks }] of Object.entries(AUDIT_TEXTS)) {
    expect(Object.keys(checks)).toEqual([...CHECKS])
    if (lang !== 'en') for (const id of CHECKS) expect(checks[id][1]).not.toBe(AUDIT_TEXTS.en.checks[id][1])
  }
})
