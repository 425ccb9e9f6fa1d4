import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../scripts/chromium.js'
import { runAccuracy } from './accuracy/run-accuracy.ts'
import { measureAudit } from './audit-works.ts'
import { type BenchApp, buildBenchApp } from './bench-app.ts'
import { measureCheckWebsites } from './check-websites-works.ts'
import { measureCrowd, measureSources } from './corpus-works.ts'
import { measureCrawl } from './crawl-works.ts'
import { measureEdits } from './edit-works.ts'
import { judge, printOutcome, readExpected, recordFigures, writeExpected, writeTable } from './expected.ts'
import { measureExportBeside } from './export-beside-works.ts'
import { measureExport, measureImport, measureLinks } from './file-works.ts'
import { measureFindEmails } from './find-emails-works.ts'
import {
  measureAccounts,
  measureLists,
  measureSearch,
  measureUsers,
  SHORT_ROUND_SECONDS,
} from './http-works.ts'
import { measureJobs } from './job-works.ts'
import { measureLargeAccount, measureLargeSeller } from './large-account-works.ts'
import { measureLeadImport } from './lead-import-works.ts'
import type { Line } from './measure.ts'
import { measureMixed } from './mixed-works.ts'
import { measurePages } from './page-works.ts'
import { runWorks, type Work } from './run-works.ts'
import { type BenchmarkName, type Form, LEADS_IN_ALL, SIZES } from './sizes.ts'
import { measureAlikeDomain, measureAlikeLeads, measureCustomFields } from './skewed-works.ts'
import { measureWebhooks } from './webhook-works.ts'

const ROOT = join(import.meta.dirname, '..')
const FLAGS = ['--full', '--gates', '--write', '--table', '--accuracy', '--mistakes']
const flags = process.argv.slice(2).filter((word) => word.startsWith('-'))
const form: Form = flags.includes('--gates') ? 'gates' : flags.includes('--full') ? 'full' : 'small'
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))

const needsProc = (): string | undefined =>
  existsSync('/proc/self/status') ? undefined : 'memory is read from /proc, which only Linux has'

let browser: Awaited<ReturnType<typeof ensureChromium>> | undefined
const needsBrowser = async (): Promise<string | undefined> => {
  browser ??= await ensureChromium(console.log)
  if ('missing' in browser) return browser.missing
  const isBuilt = existsSync(join(ROOT, 'web', 'dist', 'index.html'))
  return isBuilt ? undefined : 'the web app is not built; run `npm start` once'
}

/** A benchmark that is measured at one size after the other, on one bench. */
const eachSize =
  (measure: (bench: BenchApp, size: number) => Promise<Line[]>): Measure =>
  async (bench, sizes) => {
    const lines: Line[] = []
    for (const size of sizes) lines.push(...(await measure(bench, size)))
    return lines
  }

type Measure = (bench: BenchApp, sizes: readonly number[]) => Promise<Line[]>

const BENCHMARKS: Record<BenchmarkName, { measure: Measure; skip?: Work<BenchApp>['skip'] }> = {
  lists: {
    measure: (bench, sizes) =>
      measureLists(bench, {
        leads: LEADS_IN_ALL[form],
        sizes,
        ...(form === 'gates' && { roundSeconds: SHORT_ROUND_SECONDS }),
      }),
  },
  exports: { skip: needsProc, measure: eachSize(measureExport) },
  'exports-beside': { skip: needsProc, measure: eachSize(measureExportBeside) },
  imports: { skip: needsProc, measure: eachSize(measureImport) },
  'lead-imports': { skip: needsProc, measure: eachSize(measureLeadImport) },
  links: { measure: eachSize(measureLinks) },
  edits: { measure: eachSize(measureEdits) },
  sources: { skip: needsProc, measure: eachSize(measureSources) },
  crowd: { skip: needsProc, measure: eachSize(measureCrowd) },
  crawl: { skip: needsProc, measure: eachSize(measureCrawl) },
  'find-emails': { skip: needsProc, measure: eachSize((_bench, leads) => measureFindEmails(leads)) },
  'check-websites': { skip: needsProc, measure: eachSize((_bench, leads) => measureCheckWebsites(leads)) },
  mixed: { skip: needsProc, measure: eachSize((_bench, leads) => measureMixed(leads)) },
  accounts: { measure: eachSize(measureAccounts) },
  jobs: { measure: eachSize(measureJobs) },
  search: { measure: eachSize(measureSearch) },
  pages: {
    skip: needsBrowser,
    measure: (bench) => measurePages(bench, (browser as { path: string }).path),
  },
  users: { measure: eachSize(measureUsers) },
  audit: { skip: needsProc, measure: eachSize(measureAudit) },
  'alike-leads': { measure: eachSize(measureAlikeLeads) },
  'alike-domain': { measure: eachSize(measureAlikeDomain) },
  'custom-fields': { measure: eachSize(measureCustomFields) },
  'large-account': { measure: eachSize((_bench, leads) => measureLargeAccount(leads)) },
  'large-seller': { measure: eachSize((_bench, accounts) => measureLargeSeller(accounts)) },
  webhooks: { measure: eachSize((_bench, webhooks) => measureWebhooks(webhooks)) },
}
const sizesNow: Partial<Record<BenchmarkName, readonly number[]>> = SIZES[form]
const WORKS: Work<BenchApp>[] = (Object.keys(sizesNow) as BenchmarkName[]).map((name) => {
  const { measure, skip } = BENCHMARKS[name]
  return { name, ...(skip && { skip }), run: (bench) => measure(bench, sizesNow[name] ?? []) }
})

const unknown = [
  ...flags.filter((flag) => !FLAGS.includes(flag)),
  ...wanted.filter((name) => !WORKS.some((work) => work.name === name)),
]
if (unknown.length > 0) {
  const names = WORKS.map(({ name }) => name).join('|')
  console.error(
    `Not known: ${unknown.join(', ')}. Usage: npm run bench -- [${FLAGS.join('] [')}] [${names}]...`,
  )
  process.exit(2)
}

if (form === 'gates' && flags.includes('--write')) {
  console.error('--gates measures in short rounds, which are no figures to record. Leave out one of both.')
  process.exit(2)
}
if (flags.includes('--accuracy')) {
  await runAccuracy()
  process.exit()
}
if (flags.includes('--table')) {
  writeTable(readExpected())
  process.exit()
}

const folder = join(process.env.DATA_DIR ?? join(ROOT, '.data'), 'bench')
mkdirSync(folder, { recursive: true })
const started = new Date().toISOString()
const file = join(folder, `${started.replaceAll(':', '-')}.jsonl`)
const machine = {
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  sizes: form,
}
const save = (document: string) => appendFileSync(file, `${document}\n`)
save(JSON.stringify({ started, ...machine }))
console.log(
  `${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}, sizes: ${machine.sizes}, results in ${file}\n`,
)
const works = WORKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const { measured, failed } = await runWorks({ works, build: buildBenchApp, print: console.log, save })
const expected = readExpected()
const exitCode = printOutcome(judge(expected, measured), failed, console.log)
if (flags.includes('--write')) {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim()
  const recorded = recordFigures(expected, measured, { date: started.slice(0, 10), commit })
  writeExpected(recorded)
  writeTable(recorded)
}
process.exit(exitCode)
