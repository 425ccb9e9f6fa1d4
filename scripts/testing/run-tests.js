import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limitThatHit } from './limits.js'
import { createProgressLine, progressText } from './progress-line.js'
import { openRunFolder, runBase } from './run-folder.js'
import { runProgram } from './run-program.js'
import { createTally } from './tally.js'

const SLOWEST = 10
const LOOK_EVERY_MS = 1000

/**
 * Runs Vitest in a temporary folder, counts as it runs, and ends it when something hangs.
 * @param {{ root: string, node: string, projects: string[], filters: string[], chromium?: string, printsSlowest:
 *   boolean }} options `node`: the Node that runs Vitest; `filters`: parts of paths, empty for all tests;
 *   `chromium`: path of the browser
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runTests(options) {
  const folder = openRunFolder(options.projects.includes('soak') ? {} : { base: runBase() })
  try {
    return await runVitest(options, folder)
  } finally {
    for (const name of await folder.close()) console.log(`ended ${name}, which a test had left running`)
  }
}

async function runVitest({ root, node, projects, filters, chromium, printsSlowest }, folder) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['default', join(root, 'scripts', 'testing', 'events-reporter.js')]
  // It transforms every module: collecting the garbage of that took a twentieth of its time.
  const args = ['--max-semi-space-size=64', vitest, 'run', ...projects.flatMap((name) => ['--project', name])]
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
        ...(filters.length === 0 && { TEST_WHOLE_RUN: '1' }),
        ...(chromium && { CHROMIUM_PATH: chromium }),
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
  const totals = report(tally, code, hit, notes)
  if (printsSlowest) printSlowest(tally)
  return totals
}

function report(tally, code, hit, notes) {
  const { skipped, passed, failed, ended, files, filesEnded } = tally.totals()
  for (const { name, reason } of skipped) console.log(`skipped: ${name}${reason && ` (${reason})`}`)
  if (hit) console.log(`✗ ended, because ${hit}`)
  // A runner that crashed, or ran nothing, must not look successful.
  const isBroken = !ended || passed === 0 || (code !== 0 && failed === 0)
  if (!isBroken) return { passed, failed }
  if (!hit) console.log('✗ the test runner ended badly or found no test')
  console.log(`${filesEnded} of ${files} files had ended; under way were:`)
  for (const { file, ms, tests } of tally.running()) {
    const names = tests.length > 0 ? tests : notedTests(notes, file)
    console.log(`  ${file} (${Math.round(ms / 1000)} s): ${names.join('; ') || 'no test yet'}`)
  }
  return { passed, failed: failed + 1 }
}

/** A hung worker's state is known from its last event only. */
function notedTests(folder, file) {
  const notes = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return notes.filter((note) => note.file === file).map(({ name }) => name)
}

function printSlowest(tally) {
  console.log('slowest files:')
  for (const { file, seconds } of tally.slowest(SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}
