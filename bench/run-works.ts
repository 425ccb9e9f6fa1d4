import type { Measured } from './expected.ts'
import { exponent, fixed, isRate, type Line } from './measure.ts'

/** A measurement. `skip` says why this machine cannot run it, and is called before any setup. */
export interface Work<Bench> {
  name: string
  skip?: () => string | undefined | Promise<string | undefined>
  run(bench: Bench): Promise<Line[]>
}

interface Options<Bench extends { close(): Promise<void> }> {
  works: readonly Work<Bench>[]
  /** Each gets its own bench, so that none measures leftovers of another. */
  build: () => Promise<Bench>
  print: (line: string) => void
  /** Receives one JSON document per result, skipped or failed measurement. */
  save: (document: string) => void
}

const costOf = (line: Line): number => {
  const value = Number.parseFloat(line.ours)
  return isRate(line) ? line.size / value : value
}

/** How cost grows from the smaller to the larger size; only where cost is the whole work. */
function growth(line: Line, lines: Line[]): string {
  const smaller = lines.find((other) => other.work === line.work && other.size < line.size)
  if (!smaller) return ''
  const perAnswer = /clients/.test(line.work)
  const cost = (item: Line) => (perAnswer ? costOf(item) / item.size : costOf(item))
  return fixed(
    exponent({ size: smaller.size, cost: cost(smaller) }, { size: line.size, cost: cost(line) }),
    2,
  )
}

/** A line whose cost grew too fast has missed its gate. */
function withGrowth(line: Line, lines: Line[]): Line {
  if (line.maxExponent === undefined) return line
  const gate = [line.gate, `exponent <= ${line.maxExponent}`].filter(Boolean).join(', ')
  return { ...line, gate, kept: line.kept && !(Number(growth(line, lines)) > line.maxExponent) }
}

const HEAD = ['work', 'size', 'ours', 'limit', 'ratio', 'gate', '', 'exponent', 'note']
const row = (cells: string[]): string => `| ${cells.join(' | ')} |`

const cellsOf = (line: Line, lines: Line[]): string[] => [
  line.work,
  String(line.size),
  line.ours,
  line.limit,
  `${fixed(line.ratio, 2)}x`,
  line.gate,
  line.gate ? (line.kept ? 'kept' : 'MISSED') : '',
  growth(line, lines),
  line.note ?? '',
]

async function measure<Bench extends { close(): Promise<void> }>(
  work: Work<Bench>,
  build: () => Promise<Bench>,
): Promise<Line[]> {
  const bench = await build()
  try {
    return await work.run(bench)
  } finally {
    await bench.close()
  }
}

/**
 * Runs measurements one after the other and reports each as it ends. One that fails or cannot run gets a line
 * with the reason, and the next one starts.
 * @returns what was measured, and the number of failures
 */
export async function runWorks<Bench extends { close(): Promise<void> }>(
  options: Options<Bench>,
): Promise<{ measured: Measured[]; failed: number }> {
  const { works, build, print, save } = options
  const measured: Measured[] = []
  let failed = 0
  print(row(HEAD))
  print(row(HEAD.map(() => '---')))
  for (const work of works) {
    const { name } = work
    const skipped = await work.skip?.()
    if (skipped !== undefined) {
      print(`${name}: skipped, ${skipped}`)
      save(JSON.stringify({ name, skipped }))
      continue
    }
    try {
      const all = await measure(work, build)
      const lines = all.map((line) => withGrowth(line, all))
      for (const line of lines) {
        measured.push({ name, line })
        print(row(cellsOf(line, lines)))
        save(JSON.stringify({ name, ...line, exponent: Number(growth(line, lines)) || null }))
      }
    } catch (error) {
      failed += 1
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      print(`${name}: failed, ${message}`)
      save(JSON.stringify({ name, failed: message }))
    }
  }
  return { measured, failed }
}
