import { spawnSync } from 'node:child_process'
import { SetupError } from './install-packages.js'
import { root, setUp } from './setup.js'
import { changedFiles } from './testing/changed-files.js'
import { ALL_CHECKS, runChecks } from './testing/checks.js'
import { inTotal } from './testing/in-total.js'
import { runTests } from './testing/run-tests.js'
import { LONG_FILES, needsWebApp } from './testing/test-files.js'

/** This many test files take about half a minute on two cores. */
const MOST_TESTS = 10

process.exitCode = await inTotal(async (count) => {
  const { base, files } = changedFiles(root)
  console.log(`${files.length} files differ from ${base.slice(0, 8)}`)
  const { node } = await setUp({ needsWeb: false })
  count(await runChecks(root, ALL_CHECKS, { isQuick: true }))
  const affected = affectedTests(node, files)
  const short = affected.filter((path) => !LONG_FILES.test(path) && !needsWebApp(root, [path]))
  const filters = short.slice(0, MOST_TESTS)
  if (filters.length > 0)
    count(await runTests({ root, node, projects: ['unit'], filters, printsSlowest: false }))
  const left = affected.length - filters.length
  if (left > 0) console.log(`not run: ${left} more files of tests that this may affect (npm test runs all)`)
})

function affectedTests(node, files) {
  if (files.length === 0) return []
  const { status, stdout, stderr } = spawnSync(node, ['scripts/affected-tests.ts', ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new SetupError(`The affected tests could not be found:\n${stderr}`)
  return stdout.split('\n').filter(Boolean)
}
