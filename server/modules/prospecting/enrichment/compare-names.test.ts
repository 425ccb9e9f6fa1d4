import { expect, it } from 'vitest'
import { compareNames, type SeenName } from './compare-names.ts'

const on = (name: string, page = 'team', isKnown = false): SeenName => ({
  name,
  pages: [{ key: page, url: `https://a.example/${page}` }],
  role: `role of ${name}`,
  isKnown,
})
/** What visits on consecutive days say, each a list of who was seen. */
function visit(...visits: SeenName[][]) {
  let known: Parameters<typeof compareNames>[0] = null
  return visits.map((seen, at) => {
    const result = compareNames(known, seen, `2026-11-0${at + 1}`)
    known = result.known
    return result.news.map(({ role, day }) => `${role} ${day}`)
  })
}
const [anna, ben, cara] = [on('anna'), on('ben'), on('cara')]

it('a new name counts when it is seen twice, with the day on which it was seen first', () => {
  expect(visit([anna, ben], [anna, ben, cara], [anna, ben, cara], [anna, ben, cara])).toEqual([
    [],
    [],
    ['role of cara 2026-11-02'],
    [],
  ])
})

it.each<[string, SeenName[][]]>([
  ['nobody new', [[anna], [anna], [anna]]],
  [
    'a name that comes and goes',
    [
      [anna, ben],
      [anna, ben, cara],
      [anna, ben],
      [anna, ben, cara],
      [anna, ben],
    ],
  ],
  ['somebody who returns', [[anna, ben], [anna], [anna], [anna, ben], [anna, ben]]],
  ['a page that named nobody before', [[anna], [anna, on('cara', 'about')], [anna, on('cara', 'about')]]],
  ['a website of other people', [[anna], [ben, cara], [ben, cara], [ben, cara]]],
  ['a person on the lead', [[anna], [anna, on('ben', 'team', true)], [anna, on('ben', 'team', true)]]],
])('%s is no news', (_case, visits) => {
  expect(visit(...visits).flat()).toEqual([])
})

it('keeps no more than a bounded number of names and pages', () => {
  const many = Array.from({ length: 2000 }, (_, at) => on(`n${at}`, `p${at}`))
  const { known } = compareNames(null, many, '2026-11-01')
  expect([known.names.length, known.pages.length]).toEqual([500, 200])
})
