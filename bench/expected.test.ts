import { describe, expect, it } from 'vitest'
import {
  type Figure,
  judge,
  printOutcome,
  readExpected,
  readPage,
  recordFigures,
  withTable,
} from './expected.ts'
import type { Line } from './measure.ts'
import { SIZES } from './sizes.ts'

const figure = (changes: Partial<Figure> = {}): Figure => ({
  benchmark: 'exports',
  work: 'export',
  size: 1000,
  ratio: 2,
  goal: '1.3',
  date: '2026-11-26',
  ...changes,
})
const measured = (changes: Partial<Line> = {}, name = 'exports') => ({
  name,
  line: {
    work: 'export',
    size: 1000,
    ours: '2 s',
    limit: '1 s',
    ratio: 2,
    gate: '<= 4x',
    kept: true,
    ...changes,
  },
})
const expected = (...figures: Figure[]) => ({ tolerance: 0.25, figures })

describe('a run of benchmarks', () => {
  it('passes within the tolerance of its figures, to the last hundredth', () => {
    const outcome = { problems: [], faster: [] }
    expect(judge(expected(figure()), [measured({ ratio: 2.5 })])).toEqual(outcome)
    expect(judge(expected(figure()), [measured({ ratio: 1.6 })])).toEqual(outcome)
    const rate = expected(figure({ isRate: true }))
    expect(judge(rate, [measured({ ratio: 1.6 })])).toEqual(outcome)
    expect(judge(rate, [measured({ ratio: 2.5 })])).toEqual(outcome)
  })

  it('names a row that fell behind its figure', () => {
    expect(judge(expected(figure()), [measured({ ratio: 2.51 })])).toEqual({
      problems: ['export, 1,000: 2.51x, was 2.00x on 2026-11-26, at worst 2.50x'],
      faster: [],
    })
    expect(judge(expected(figure({ isRate: true })), [measured({ ratio: 1.59 })]).problems).toEqual([
      'export, 1,000: 1.59x, was 2.00x on 2026-11-26, at worst 1.60x',
    ])
    expect(judge(expected(figure({ tolerance: 0.5 })), [measured({ ratio: 2.51 })]).problems).toEqual([])
  })

  it('names a row that missed its gate, however its ratio was before', () => {
    const missed = measured({ gate: '<= 50 MB', kept: false })
    expect(judge(expected(figure()), [missed]).problems).toEqual([
      'export, 1,000: missed its gate <= 50 MB with 2 s',
    ])
  })

  it('names a faster row without failing', () => {
    const faster = ['export, 1,000: 1.59x, was 2.00x on 2026-11-26']
    expect(judge(expected(figure()), [measured({ ratio: 1.59 })])).toEqual({ problems: [], faster })
    const more = judge(expected(figure({ isRate: true })), [measured({ ratio: 2.51 })])
    expect(more).toEqual({ problems: [], faster: ['export, 1,000: 2.51x, was 2.00x on 2026-11-26'] })
  })

  it('names a row without a figure, and a figure without a row', () => {
    expect(judge(expected(), [measured()]).problems).toEqual([
      'export, 1,000: no figure in bench/expected.json; run npm run bench exports -- --write',
    ])
    const both = expected(figure(), figure({ work: 'export of all columns' }))
    expect(judge(both, [measured()]).problems).toEqual([
      'export of all columns, 1,000: in bench/expected.json, but not measured',
    ])
  })

  it('says nothing of benchmarks and sizes that did not run, and of rows never measured before', () => {
    const { ratio: _, ...never } = figure()
    const others = expected(never, figure({ size: 2000 }), figure({ benchmark: 'jobs', work: 'jobs' }))
    expect(judge(others, [measured({ ratio: 9 })])).toEqual({ problems: [], faster: [] })
  })
})

it('ends with 1 for a problem or a benchmark that broke, not for a faster row', () => {
  const printed: string[] = []
  const codeOf = (problems: string[], faster: string[], failed: number) =>
    printOutcome({ problems, faster }, failed, (line) => printed.push(line))
  expect([codeOf([], ['a row'], 0), codeOf(['a row'], [], 0), codeOf([], [], 1)]).toEqual([0, 1, 1])
  expect(printed).toEqual(['FASTER a row; record it with --write', 'BEHIND a row'])
})

it('records what a run measured, and keeps goals, tolerances and the other rows', () => {
  const before = expected(figure({ tolerance: 0.1, note: 'old' }), figure({ size: 2000 }))
  const run = [measured({ ratio: 1.234, note: '+1 MB' }), measured({ work: 'jobs', ours: '5/s' }, 'jobs')]
  const { figures } = recordFigures(before, run, { date: '2026-12-01', commit: 'abcd1234' })
  const now = { date: '2026-12-01', commit: 'abcd1234', limit: '1 s', gate: '<= 4x' }
  expect(figures).toEqual([
    figure({ ...now, ours: '2 s', ratio: 1.23, tolerance: 0.1, note: '+1 MB' }),
    figure({ size: 2000 }),
    { benchmark: 'jobs', work: 'jobs', size: 1000, ours: '5/s', ratio: 2, isRate: true, ...now },
  ])
})

describe('bench/expected.json', () => {
  const { figures } = readExpected()

  it('has a figure of every benchmark at every size, and none of others', () => {
    const listed = new Set(figures.map(({ benchmark, size }) => `${benchmark} ${size}`))
    const wanted = Object.values(SIZES).flatMap((form) =>
      Object.entries<readonly number[]>(form).flatMap(([name, sizes]) =>
        sizes.map((size) => `${name} ${size}`),
      ),
    )
    expect([...listed].sort()).toEqual([...new Set(wanted)].sort())
  })

  it('has each row once', () => {
    const rows = figures.map(({ benchmark, work, size }) => `${benchmark} ${work} ${size}`)
    expect(rows).toEqual([...new Set(rows)])
  })

  it('says when each figure was measured', () => {
    expect(figures.filter(({ ratio, date }) => (ratio === undefined) !== (date === undefined))).toEqual([])
  })

  it('is what the table of docs/performance.md shows', () => {
    const page = readPage()
    expect(page, 'run npm run bench -- --table').toBe(withTable(page, readExpected()))
  })
})
