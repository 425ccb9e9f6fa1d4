import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CHECK_LIMIT_MS } from './limits.js'
import { runProgram } from './run-program.js'

/** One thread each: several type-check the same code again, and both run at once. */
const typeCheck = (name, project) => ({
  name,
  tool: 'tsc',
  args: ['--singleThreaded', '-p', project],
  isIncremental: true,
})

const QUICK = [
  typeCheck('type check of server, CLI and scripts', 'tsconfig.json'),
  typeCheck('type check of the web app', 'tsconfig.web.json'),
  { name: 'lint and format', tool: 'biome', args: ['ci', '--colors=off', '.'] },
]
const RULES = [
  { name: 'import rules', tool: 'node', args: ['scripts/check-imports.ts'] },
  { name: 'structure rules', tool: 'node', args: ['scripts/check-structure.ts'] },
  { name: 'unused exports, files and dependencies', tool: 'knip', args: ['--no-progress'] },
]
/** tsc's last result, by project: a second type check takes 2 seconds instead of 15. */
const CACHE = join('node_modules', '.cache', 'leadwright')

/** Types and lint, about 4 seconds: with every partial test run. Tools come from node_modules/.bin. */
export const QUICK_CHECKS = QUICK
/** All checks that are not tests; each counts as one passed or failed. */
export const ALL_CHECKS = [...QUICK, ...RULES]

/**
 * Runs checks in parallel, prints a line for each and the output of failed ones.
 * @param {string} root folder of the project
 * @param {typeof ALL_CHECKS} checks
 * @param {{ isQuick: boolean }} options `isQuick`: type checks are incremental
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(root, checks, { isQuick }) {
  if (isQuick) mkdirSync(join(root, CACHE), { recursive: true })
  const results = await Promise.all(checks.map((check) => runCheck(root, isQuick ? quickly(check) : check)))
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

function quickly(check) {
  if (!check.isIncremental) return check
  const file = join(CACHE, `${check.args.at(-1)}.tsbuildinfo`)
  return { ...check, args: [...check.args, '--incremental', '--tsBuildInfoFile', file] }
}

async function runCheck(root, { name, tool, args }) {
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
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  if (code !== 0) console.log(output.trimEnd())
  return code === 0
}
