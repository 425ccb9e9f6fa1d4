import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.js'
import { printFailure, root, setUp } from './setup.js'
import { CHECK_LIMIT_MS, limitThatHit } from './testing/limits.js'
import { createProgressLine, progressText } from './testing/progress-line.js'
import { openRunFolder } from './testing/run-folder.js'
import { runProgram } from './testing/run-program.js'
import { createTally } from './testing/tally.js'

/** Checks that are no tests: each counts as one passed or failed. Paths are those below node_modules/.bin. */
const CHECKS = [
  { name: 'type check of server, CLI and scripts', tool: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'type check of the web app', tool: 'tsc', args: ['-p', 'tsconfig.web.json'] },
  { name: 'lint and format', tool: 'biome', args: ['ci', '--colors=off', '.'] },
  { name: 'import rules', tool: 'node', args: ['scripts/check-imports.ts'] },
  { name: 'structure rules', tool: 'node', args: ['scripts/check-structure.ts'] },
]
const SLOWEST = 10
const LOOK_EVERY_MS = 1000

const began = performance.now()
const totals = { passed: 0, failed: 0 }
const words = process.argv.slice(2)
const soak = words[0] === '--soak'
const filters = soak ? words.slice(1) : words
const full = filters.length === 0

process.exitCode = await main()

async function main() {
  try {
    const { node } = await setUp()
    const folder = openRunFolder()
    try {
      if (full && !soak) for (const check of CHECKS) await runCheck(check)
      await runTests(node, folder)
    } finally {
      for (const name of await folder.close()) console.log(`ended ${name}, which a test had left running`)
    }
  } catch (error) {
    totals.failed++
    printFailure(error)
  }
  console.log(`in ${Math.round((performance.now() - began) / 1000)} s`)
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
  return totals.failed === 0 ? 0 : 1
}

async function runCheck({ name, tool, args }) {
  const start = performance.now()
  let output = ''
  let limit
  const code = await runProgram(join(root, 'node_modules', '.bin', tool), args, {
    cwd: root,
    hear: (text) => {
      output += text
    },
    started: (stop) => {
      limit = setTimeout(() => {
        output += `\nended after ${CHECK_LIMIT_MS / 1000} s`
        stop()
      }, CHECK_LIMIT_MS)
    },
  })
  clearTimeout(limit)
  count(code === 0)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  if (code !== 0) console.log(output.trimEnd())
}

/** Runs Vitest, counts while it runs, and ends it when something hangs. */
async function runTests(node, folder) {
  const browser = ensureChromium(console.log)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['default', join(root, 'scripts', 'testing', 'events-reporter.js')]
  const args = [vitest, 'run', ...projects(browser).flatMap((name) => ['--project', name])]
  const notes = join(folder.path, 'notes')
  mkdirSync(notes)
  const tally = createTally()
  const start = performance.now()
  const elapsed = () => performance.now() - start
  const progress = createProgressLine(process.stdout, () => progressText(tally.totals(), elapsed()))
  let watch
  let hit = null
  const code = await runProgram(
    node,
    [...args, ...reporters.flatMap((name) => ['--reporter', name]), ...filters],
    {
      cwd: root,
      env: {
        ...folder.env,
        TEST_NOTES: notes,
        ...('path' in browser ? { CHROMIUM_PATH: browser.path } : {}),
      },
      hear: progress.write,
      onMessage: tally.take,
      started: (stop) => {
        const end = (why) => {
          hit ??= why
          if (hit) stop()
        }
        watch = setInterval(() => end(limitThatHit(tally.running(), elapsed())), LOOK_EVERY_MS)
        for (const signal of ['SIGINT', 'SIGTERM'])
          process.on(signal, () => end(`it was told to (${signal})`))
      },
    },
  )
  clearInterval(watch)
  progress.stop()
  report(tally, code, hit, notes)
  if ('missing' in browser) reportMissing(browser.missing)
}

/** Journeys and tests of single parts need a browser; in a soak run there is nothing but soak tests. */
function projects(browser) {
  if (soak) return ['soak']
  return ['unit', ...('path' in browser ? ['parts', 'e2e'] : [])]
}

function report(tally, code, hit, notes) {
  const result = tally.totals()
  totals.passed += result.passed
  totals.failed += result.failed
  for (const { name, reason } of result.skipped) console.log(`skipped: ${name}${reason && ` (${reason})`}`)
  if (hit) console.log(`✗ ended, because ${hit}`)
  // A runner that crashed, or ran nothing, must not look like success.
  const broken = !result.ended || result.passed === 0 || (code !== 0 && result.failed === 0)
  if (broken) {
    totals.failed++
    if (!hit) console.log('✗ the test runner ended badly or found no test')
    console.log(`${result.filesEnded} of ${result.files} files had ended; under way were:`)
    for (const { file, ms, tests } of tally.running()) {
      const names = tests.length > 0 ? tests : notedTests(notes, file)
      console.log(`  ${file} (${Math.round(ms / 1000)} s): ${names.join('; ') || 'no test yet'}`)
    }
  }
  if (full) printSlowest(tally)
}

/** Of a worker that never gave way again only its last note is known. */
function notedTests(folder, file) {
  const notes = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return notes.filter((note) => note.file === file).map(({ name }) => name)
}

function printSlowest(tally) {
  console.log('slowest files:')
  for (const { file, seconds } of tally.slowest(SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

function reportMissing(why) {
  if (soak) return
  console.log(`skipped: browser journeys (${why})`)
  if (process.env.CI === 'true') count(false)
}

function count(good) {
  if (good) totals.passed++
  else totals.failed++
}
