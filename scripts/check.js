import { spawnSync } from 'node:child_process'
import { SetupError } from './install-packages.js'
import { root, setUp } from './setup.js'
import { changedFiles } from './testing/changed-files.js'
import { ALL_CHECKS, runChecks } from './testing/checks.js'
import { chooseTests } from './testing/choose-tests.js'
import { inTotal } from './testing/in-total.js'
import { runTests } from './testing/run-tests.js'
import { isQuickTest } from './testing/test-files.js'

process.exitCode = await inTotal(async (count) => {
  const { base, files } = changedFiles(root)
  console.log(`${files.length} files differ from ${base.slice(0, 8)}`)
  const { node } = await setUp({ needsWeb: false })
  count(await runChecks(root, ALL_CHECKS, { isQuick: true }))
  const { filters, skipped, left } = chooseTests(affectedTests(node, files), (path) =>
    isQuickTest(root, path),
  )
  if (filters.length > 0)
    count(await runTests({ root, node, projects: ['unit'], filters, printsSlowest: false }))
  for (const path of skipped) console.log(`not run, because it takes long: ${path} (${commandFor(path)})`)
  if (left > 0) console.log(`not run: ${left} more files of tests that this may affect (npm test runs all)`)
})

const commandFor = (path) =>
  path.endsWith('.soak.ts') ? `npm run test:soak -- ${path}` : `npm test -- ${path} --only`

function affectedTests(node, files) {
  if (files.length === 0) return { always: [], near: [] }
  const { status, stdout, stderr } = spawnSync(node, ['scripts/affected-tests.ts', ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new SetupError(`The affected tests could not be found:\n${stderr}`)
  return JSON.parse(stdout)
}
