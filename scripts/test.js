import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.js'
import { printFailure, root, setUp } from './setup.js'

/** Checks that are no tests: each counts as one passed or failed. Paths are those below node_modules/.bin. */
const CHECKS = [
  { name: 'type check of server, CLI and scripts', tool: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'type check of the web app', tool: 'tsc', args: ['-p', 'tsconfig.web.json'] },
  { name: 'lint and format', tool: 'biome', args: ['ci', '--colors=off', '.'] },
  { name: 'import rules', tool: 'node', args: ['scripts/check-imports.ts'] },
  { name: 'structure rules', tool: 'node', args: ['scripts/check-structure.ts'] },
]
const CHECK_LIMIT_MS = 120_000
const TESTS_LIMIT_MS = 960_000

const totals = { passed: 0, failed: 0 }
try {
  const { node } = await setUp()
  const filters = process.argv.slice(2)
  if (filters.length === 0) for (const check of CHECKS) await runCheck(check)
  await runTests(node, filters)
} catch (error) {
  totals.failed++
  printFailure(error)
}
process.exitCode = totals.failed === 0 ? 0 : 1
console.log(`${totals.passed} passed, ${totals.failed} failed`)

async function runCheck({ name, tool, args }) {
  const began = performance.now()
  const file = join(root, 'node_modules', '.bin', tool)
  const { code, output } = await run(file, args, { limitMs: CHECK_LIMIT_MS, capture: true })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  count(code === 0)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trimEnd())
}

async function runTests(node, filters) {
  const browser = ensureChromium(console.log)
  const projects = ['--project', 'unit', ...('path' in browser ? ['--project', 'e2e'] : [])]
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-test-'))
  const totalsFile = join(folder, 'totals.json')
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const reporters = ['--reporter', 'default', '--reporter', join(root, 'scripts', 'totals-reporter.js')]
    const { code } = await run(node, [vitest, 'run', ...projects, ...reporters, ...filters], {
      limitMs: TESTS_LIMIT_MS,
      env: { TEST_TOTALS_FILE: totalsFile, ...('path' in browser ? { CHROMIUM_PATH: browser.path } : {}) },
    })
    addTotals(readTotals(totalsFile), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if ('missing' in browser) reportMissing(browser.missing)
}

/** A runner that crashed, or ran nothing, must not look like success. */
function addTotals(result, code) {
  const failed = result.failed === 0 && (code !== 0 || result.passed === 0) ? 1 : result.failed
  if (failed > result.failed) console.log('✗ the test runner ended badly or found no test')
  totals.passed += result.passed
  totals.failed += failed
  for (const { name, reason } of result.skipped) console.log(`skipped: ${name}${reason && ` (${reason})`}`)
}

function readTotals(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: [] }
  }
}

function reportMissing(why) {
  console.log(`skipped: browser journeys (${why})`)
  if (process.env.CI === 'true') count(false)
}

function count(good) {
  if (good) totals.passed++
  else totals.failed++
}

/** Runs a program to its end, or ends it after the limit. Resolves to exit code and, when captured, its output. */
function run(file, args, { limitMs, capture = false, env = {} }) {
  return new Promise((resolve) => {
    const out = capture ? 'pipe' : 'inherit'
    // Some tools colour their output wherever CI is set, terminal or not.
    const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...plain, ...env },
      stdio: ['ignore', out, out],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
      })
    }
    const limit = setTimeout(() => {
      output += `\nended after ${limitMs / 1000} s`
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 5000).unref()
    }, limitMs)
    const end = (code) => {
      clearTimeout(limit)
      resolve({ code, output })
    }
    child.once('error', (error) => {
      output += error.message
      end(1)
    })
    child.once('close', (code) => end(code ?? 1))
  })
}
