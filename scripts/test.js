import { ensureChromium } from './chromium.js'
import { root, setUp } from './setup.js'
import { ALL_CHECKS, QUICK_CHECKS, runChecks } from './testing/checks.js'
import { inTotal } from './testing/in-total.js'
import { runTests } from './testing/run-tests.js'
import { needsWebApp, readWords } from './testing/test-files.js'

const { soak, only, filters } = readWords(process.argv.slice(2))
const full = filters.length === 0

process.exitCode = await inTotal(async (count) => {
  const { node } = await setUp({ needsWeb: false })
  // In parallel: fetching a browser is mostly waiting, and neither checks nor the build keep both cores busy.
  const installing = ensureChromium(console.log)
  const checking = soak || only ? null : runChecks(root, full ? ALL_CHECKS : QUICK_CHECKS, { isQuick: !full })
  await setUp({ needsWeb: needsWebApp(root, filters) })
  if (checking) count(await checking)
  const browser = await installing
  const projects = soak ? ['soak'] : 'path' in browser ? ['full', 'parts'] : ['unit']
  count(await runTests({ root, node, projects, filters, chromium: browser.path, printsSlowest: full }))
  if ('missing' in browser && !soak) count(withoutJourneys(browser.missing))
})

function withoutJourneys(why) {
  console.log(`skipped: browser journeys (${why})`)
  return { passed: 0, failed: process.env.CI === 'true' ? 1 : 0 }
}
