import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../scripts/chromium.js'
import { measureAudit } from './audit-works.ts'
import { type BenchApp, buildBenchApp } from './bench-app.ts'
import { measureCrowd, measureSources } from './corpus-works.ts'
import { measureCrawl } from './crawl-works.ts'
import { measureEdits } from './edit-works.ts'
import { measureExportBeside } from './export-beside-works.ts'
import { measureExport, measureImport, measureLinks } from './file-works.ts'
import { measureFindEmails } from './find-emails-works.ts'
import { measureAccounts, measureLists, measureSearch, measureUsers } from './http-works.ts'
import { measureJobs } from './job-works.ts'
import { measureLeadImport } from './lead-import-works.ts'
import type { Line } from './measure.ts'
import { measurePages } from './page-works.ts'
import { runWorks, type Work } from './run-works.ts'

/** Sizes: a quick look, and full ones with --full. */
const SIZES = {
  small: {
    leads: 100_000,
    lists: [10_000, 50_000],
    exports: [10_000, 50_000],
    exportsBeside: [50_000, 200_000],
    imports: [20_000, 100_000],
    leadImports: [20_000, 100_000],
    sources: [20_000, 100_000],
    crowd: [25_000, 100_000],
    accounts: [10_000, 100_000],
    jobs: [500, 2500],
    places: [100_000, 1_000_000],
    pages: [500, 2000],
    websites: [250, 1000],
    audit: [50_000, 200_000],
    users: [10_000, 100_000],
  },
  full: {
    leads: 1_000_000,
    lists: [10_000, 50_000],
    exports: [50_000, 1_000_000],
    exportsBeside: [200_000, 1_000_000],
    imports: [100_000, 1_000_000],
    leadImports: [100_000, 1_000_000],
    sources: [100_000, 1_000_000],
    crowd: [100_000, 400_000],
    accounts: [10_000, 100_000],
    jobs: [2000, 10_000],
    places: [1_000_000, 5_000_000],
    pages: [500, 5000],
    websites: [250, 1000],
    audit: [100_000, 1_000_000],
    users: [100_000, 400_000],
  },
} as const

const ROOT = join(import.meta.dirname, '..')
const flags = process.argv.slice(2).filter((word) => word.startsWith('-'))
const full = flags.includes('--full')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const sizes = SIZES[full ? 'full' : 'small']

const needsProc = (): string | undefined =>
  existsSync('/proc/self/status') ? undefined : 'memory is read from /proc, which only Linux has'

let browser: Awaited<ReturnType<typeof ensureChromium>> | undefined
const needsBrowser = async (): Promise<string | undefined> => {
  browser ??= await ensureChromium(console.log)
  if ('missing' in browser) return browser.missing
  const isBuilt = existsSync(join(ROOT, 'web', 'dist', 'index.html'))
  return isBuilt ? undefined : 'the web app is not built; run `npm start` once'
}

const WORKS: Work<BenchApp>[] = [
  { name: 'lists', run: (bench) => measureLists(bench, sizes.leads, [...sizes.lists]) },
  { name: 'exports', skip: needsProc, run: (bench) => bothSizes(bench, sizes.exports, measureExport) },
  {
    name: 'exports-beside',
    skip: needsProc,
    run: (bench) => bothSizes(bench, sizes.exportsBeside, measureExportBeside),
  },
  { name: 'imports', skip: needsProc, run: (bench) => bothSizes(bench, sizes.imports, measureImport) },
  {
    name: 'lead-imports',
    skip: needsProc,
    run: (bench) => bothSizes(bench, sizes.leadImports, measureLeadImport),
  },
  { name: 'links', run: (bench) => bothSizes(bench, [5000, 20_000], measureLinks) },
  { name: 'edits', run: measureEdits },
  { name: 'sources', skip: needsProc, run: (bench) => bothSizes(bench, sizes.sources, measureSources) },
  { name: 'crowd', skip: needsProc, run: (bench) => bothSizes(bench, sizes.crowd, measureCrowd) },
  { name: 'crawl', skip: needsProc, run: (bench) => bothSizes(bench, sizes.pages, measureCrawl) },
  {
    name: 'find-emails',
    skip: needsProc,
    run: async () => {
      const [small, large] = sizes.websites
      return [...(await measureFindEmails(small)), ...(await measureFindEmails(large))]
    },
  },
  { name: 'accounts', run: (bench) => bothSizes(bench, sizes.accounts, measureAccounts) },
  { name: 'jobs', run: (bench) => bothSizes(bench, sizes.jobs, measureJobs) },
  { name: 'search', run: (bench) => bothSizes(bench, sizes.places, measureSearch) },
  {
    name: 'pages',
    skip: needsBrowser,
    run: (bench) => measurePages(bench, (browser as { path: string }).path),
  },
  { name: 'users', run: (bench) => bothSizes(bench, sizes.users, measureUsers) },
  { name: 'audit', skip: needsProc, run: (bench) => bothSizes(bench, sizes.audit, measureAudit) },
]

async function bothSizes(
  bench: BenchApp,
  [small, large]: readonly [number, number],
  measure: (bench: BenchApp, size: number) => Promise<Line[]>,
): Promise<Line[]> {
  return [...(await measure(bench, small)), ...(await measure(bench, large))]
}

const unknown = [
  ...flags.filter((flag) => flag !== '--full'),
  ...wanted.filter((name) => !WORKS.some((work) => work.name === name)),
]
if (unknown.length > 0) {
  const names = WORKS.map(({ name }) => name).join('|')
  console.error(`Not known: ${unknown.join(', ')}. Usage: npm run bench [--full] [${names}]...`)
  process.exit(2)
}

const folder = join(process.env.DATA_DIR ?? join(ROOT, '.data'), 'bench')
mkdirSync(folder, { recursive: true })
const started = new Date().toISOString()
const file = join(folder, `${started.replaceAll(':', '-')}.jsonl`)
const machine = {
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  sizes: full ? 'full' : 'small',
}
const save = (document: string) => appendFileSync(file, `${document}\n`)
save(JSON.stringify({ started, ...machine }))
console.log(
  `${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}, sizes: ${machine.sizes}, results in ${file}\n`,
)
const works = WORKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const failed = await runWorks({ works, build: buildBenchApp, print: console.log, save })
process.exit(failed > 0 ? 1 : 0)
