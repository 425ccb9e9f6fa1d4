import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixed, isRate, type Line } from './measure.ts'

const FILE = join(import.meta.dirname, 'expected.json')
const PAGE = join(import.meta.dirname, '..', 'docs', 'performance.md')
const BEGIN = '<!-- written from bench/expected.json by `npm run bench -- --table` -->'
const END = '<!-- end of the table -->'

/** The committed figure of one row of a benchmark. */
export interface Figure {
  benchmark: string
  work: string
  size: number
  ours?: string
  limit?: string
  /** Ours relative to the limit. Without one, the row was never measured on a quiet machine. */
  ratio?: number
  /** Whether a higher ratio is better, as for rates. */
  isRate?: true
  /** What a run must keep whatever its ratio was before. */
  gate?: string
  goal?: string
  /** Share of the ratio by which a run may be worse. */
  tolerance?: number
  /** When it was measured, and with which commit if that was written down. */
  date?: string
  commit?: string
  note?: string
}

interface Expected {
  /** For rows without their own. */
  tolerance: number
  figures: Figure[]
}

/** A line that a run measured, and its benchmark. */
export interface Measured {
  name: string
  line: Line
}

export const readExpected = (): Expected => JSON.parse(readFileSync(FILE, 'utf8'))
export const writeExpected = (expected: Expected): void =>
  writeFileSync(FILE, `${JSON.stringify(expected, null, 2)}\n`)

const isOf =
  ({ name, line }: Measured) =>
  (figure: Figure): boolean =>
    figure.benchmark === name && figure.work === line.work && figure.size === line.size

const nameOf = ({ work, size }: { work: string; size: number }): string =>
  `${work}, ${size.toLocaleString('en')}`

/** The worst ratio that still passes. */
function worstRatio(figure: Figure, tolerance: number): number | undefined {
  if (figure.ratio === undefined) return undefined
  const share = figure.tolerance ?? tolerance
  return figure.isRate ? figure.ratio / (1 + share) : figure.ratio * (1 + share)
}

function judgeRatio(figure: Figure, ratio: number, tolerance: number): 'behind' | 'faster' | undefined {
  const worst = worstRatio(figure, tolerance)
  if (worst === undefined || figure.ratio === undefined) return undefined
  if (figure.isRate ? ratio < worst : ratio > worst) return 'behind'
  const best = figure.ratio ** 2 / worst
  return (figure.isRate ? ratio > best : ratio < best) ? 'faster' : undefined
}

/** What a run says about the committed figures. Any problem fails it; a faster row asks to be recorded. */
interface Judgement {
  problems: string[]
  faster: string[]
}

/** Compares what a run measured with the committed figures of the same benchmarks and sizes. */
export function judge({ tolerance, figures }: Expected, measured: readonly Measured[]): Judgement {
  const problems: string[] = []
  const faster: string[] = []
  for (const one of measured) {
    const { name, line } = one
    const figure = figures.find(isOf(one))
    if (!line.kept) problems.push(`${nameOf(line)}: missed its gate ${line.gate} with ${line.ours}`)
    if (!figure) {
      problems.push(`${nameOf(line)}: no figure in bench/expected.json; run npm run bench ${name} -- --write`)
      continue
    }
    const verdict = judgeRatio(figure, line.ratio, tolerance)
    const change = `${nameOf(line)}: ${fixed(line.ratio, 2)}x, was ${fixed(figure.ratio ?? 0, 2)}x on ${figure.date}`
    if (verdict === 'behind')
      problems.push(`${change}, at worst ${fixed(worstRatio(figure, tolerance)!, 2)}x`)
    if (verdict === 'faster') faster.push(change)
  }
  const wasRun = ({ benchmark, size }: Figure) =>
    measured.some(({ name, line }) => name === benchmark && line.size === size)
  const missing = figures.filter((figure) => wasRun(figure) && !measured.some((one) => isOf(one)(figure)))
  problems.push(...missing.map((figure) => `${nameOf(figure)}: in bench/expected.json, but not measured`))
  return { problems, faster }
}

/** Prints how a run stands, and returns its exit code. */
export function printOutcome(
  { problems, faster }: Judgement,
  failed: number,
  print: (line: string) => void,
): number {
  for (const line of faster) print(`FASTER ${line}; record it with --write`)
  for (const line of problems) print(`BEHIND ${line}`)
  return failed + problems.length > 0 ? 1 : 0
}

/** The figures with those of a run in the place of older ones. Goals, tolerances and their order stay. */
export function recordFigures(
  { tolerance, figures }: Expected,
  measured: readonly Measured[],
  { date, commit }: { date: string; commit: string },
): Expected {
  const next = [...figures]
  for (const one of measured) {
    const { name: benchmark, line } = one
    const { work, size, ours, limit, gate, note } = line
    const at = next.findIndex(isOf(one))
    const kept = next[at]
    const figure: Figure = {
      benchmark,
      work,
      size,
      ours,
      limit,
      ratio: Number(fixed(line.ratio, 2)),
      ...(isRate(line) && { isRate: true }),
      ...(gate && { gate }),
      ...(kept?.goal && { goal: kept.goal }),
      ...(kept?.tolerance && { tolerance: kept.tolerance }),
      date,
      commit,
      ...(note && { note }),
    }
    if (at < 0) next.push(figure)
    else next[at] = figure
  }
  return { tolerance, figures: next }
}

const HEAD = ['work', 'size', 'ours', 'limit', 'ratio', 'fails at', 'gate', 'goal', 'measured', 'note']
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The table of docs/performance.md. */
function makeTable({ tolerance, figures }: Expected): string {
  const rows = figures.map((figure) => {
    const worst = worstRatio(figure, tolerance)
    return row([
      figure.work,
      figure.size.toLocaleString('en'),
      figure.ours ?? '',
      figure.limit ?? '',
      figure.ratio === undefined ? '' : fixed(figure.ratio, 2),
      worst === undefined ? '' : `${figure.isRate ? 'below' : 'above'} ${fixed(worst, 2)}`,
      figure.gate ?? '',
      figure.goal ?? '',
      figure.date ? [figure.date, figure.commit].filter(Boolean).join(', ') : 'not yet',
      figure.note ?? '',
    ])
  })
  return [row(HEAD), row(HEAD.map(() => '---')), ...rows].join('\n')
}

/** The page with the table of these figures. */
export function withTable(page: string, expected: Expected): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`docs/performance.md needs the lines ${BEGIN} and ${END}`)
  return `${before}${BEGIN}\n\n${makeTable(expected)}\n\n${END}${after}`
}

export const readPage = (): string => readFileSync(PAGE, 'utf8')
export const writeTable = (expected: Expected): void => writeFileSync(PAGE, withTable(readPage(), expected))
