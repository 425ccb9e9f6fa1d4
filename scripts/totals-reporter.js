import { writeFileSync } from 'node:fs'

/**
 * Vitest reporter that writes what a run came to, as JSON, to the file named by TEST_TOTALS_FILE:
 * `{ passed, failed, skipped: [{ name, reason }] }`. A file or suite that fails outside its tests, and an error
 * nobody caught, count as one failure each.
 */
export default class TotalsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const totals = { passed: 0, failed: unhandledErrors.length, skipped: [] }
    for (const module of modules) addModule(totals, module)
    writeFileSync(process.env.TEST_TOTALS_FILE, JSON.stringify(totals))
  }
}

function addModule(totals, module) {
  if (module.errors().length > 0) totals.failed++
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) totals.failed++
  }
  for (const test of module.children.allTests()) {
    const { state, note } = test.result()
    if (state === 'passed') totals.passed++
    else if (state === 'failed') totals.failed++
    else totals.skipped.push({ name: `${module.relativeModuleId} > ${test.fullName}`, reason: note ?? '' })
  }
}
