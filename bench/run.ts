import { cpus, totalmem } from 'node:os'
import { type BenchApp, buildBenchApp } from './bench-app.ts'
import { measureSources } from './corpus-works.ts'
import { measureCrawl } from './crawl-works.ts'
import { measureEdits } from './edit-works.ts'
import { measureExport, measureImport, measureLinks } from './file-works.ts'
import { measureFindEmails } from './find-emails-works.ts'
import { measureLists, measureSearch } from './http-works.ts'
import { measureJobs } from './job-works.ts'
import { exponent, fixed, type Line } from './measure.ts'
import { measurePages } from './page-works.ts'

/** Sizes: a quick look, and the full ones with --full. */
const SIZES = {
  small: {
    leads: 100_000,
    lists: [10_000, 50_000],
    exports: [10_000, 50_000],
    imports: [20_000, 100_000],
    sources: [20_000, 100_000],
    jobs: [500, 2500],
    places: [100_000, 1_000_000],
    pages: [500, 2000],
    websites: [250, 1000],
  },
  full: {
    leads: 1_000_000,
    lists: [10_000, 50_000],
    exports: [50_000, 1_000_000],
    imports: [100_000, 1_000_000],
    sources: [100_000, 1_000_000],
    jobs: [2000, 10_000],
    places: [1_000_000, 5_000_000],
    pages: [500, 5000],
    websites: [250, 1000],
  },
} as const

const flags = process.argv.slice(2).filter((word) => word.startsWith('-'))
const full = flags.includes('--full')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const sizes = SIZES[full ? 'full' : 'small']

/** Each in a bench of its own, so that none works on what another left. */
const WORKS: Record<string, (bench: BenchApp) => Promise<Line[]>> = {
  lists: (bench) => measureLists(bench, sizes.leads, [...sizes.lists]),
  exports: (bench) => bothSizes(bench, sizes.exports, measureExport),
  imports: (bench) => bothSizes(bench, sizes.imports, measureImport),
  links: (bench) => bothSizes(bench, [5000, 20_000], measureLinks),
  edits: measureEdits,
  sources: (bench) => bothSizes(bench, sizes.sources, measureSources),
  crawl: (bench) => bothSizes(bench, sizes.pages, measureCrawl),
  'find-emails': async () => {
    const [small, large] = sizes.websites
    return [...(await measureFindEmails(small)), ...(await measureFindEmails(large))]
  },
  jobs: (bench) => bothSizes(bench, sizes.jobs, measureJobs),
  search: (bench) => bothSizes(bench, sizes.places, measureSearch),
  pages: measurePages,
}

async function bothSizes(
  bench: BenchApp,
  [small, large]: readonly [number, number],
  measure: (bench: BenchApp, size: number) => Promise<Line[]>,
): Promise<Line[]> {
  return [...(await measure(bench, small)), ...(await measure(bench, large))]
}

const costOf = (line: Line): number => {
  const value = Number.parseFloat(line.ours)
  return line.ours.includes('/s') ? line.size / value : value
}

/** How the cost of the same work grows from its smaller to its larger size; only where cost is a whole piece of work. */
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

function print(lines: Line[]): void {
  const head = ['work', 'size', 'ours', 'limit', 'ratio', 'gate', '', 'exponent', 'note']
  const rows = lines.map((line) => [
    line.work,
    String(line.size),
    line.ours,
    line.limit,
    `${fixed(line.ratio, 2)}x`,
    line.gate,
    line.gate ? (line.kept ? 'kept' : 'MISSED') : '',
    growth(line, lines),
    line.note ?? '',
  ])
  const table = [head, head.map(() => '---'), ...rows]
  for (const row of table) console.log(`| ${row.join(' | ')} |`)
}

const unknown = [
  ...flags.filter((flag) => flag !== '--full'),
  ...wanted.filter((name) => !Object.hasOwn(WORKS, name)),
]
if (unknown.length > 0) {
  console.error(
    `Not known: ${unknown.join(', ')}. Usage: npm run bench [--full] [${Object.keys(WORKS).join('|')}]...`,
  )
  process.exit(2)
}

console.log(
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, sizes: ${full ? 'full' : 'small'}\n`,
)
const lines: Line[] = []
for (const [name, work] of Object.entries(WORKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const bench = await buildBenchApp()
  try {
    lines.push(...(await work(bench)))
  } finally {
    await bench.close()
  }
}
print(lines)
process.exit()
