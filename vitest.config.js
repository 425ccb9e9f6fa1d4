import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { TEST_LIMIT_MS } from './scripts/testing/limits.js'
import { LONG_FILES } from './scripts/testing/test-files.js'
import { PATIENCE_MS } from './server/testing/patience.ts'

const TREES = ['server', 'contract', 'web', 'cli', 'scripts', 'bench']
/** So that none of the long ones is left for the end. */
class LongFilesFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => LONG_FILES.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !LONG_FILES.test(moduleId)),
    ]
  }
}

const UNIT = TREES.map((tree) => `${tree}/**/*.test.{ts,tsx,js}`)
/** Parts of web/ui, each alone in a real browser. */
const PARTS = 'web/**/*.browser.test.tsx'
const BROWSER_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']

const shared = {
  setupFiles: ['server/testing/loopback-only.ts', 'server/testing/note-test.ts'],
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
  teardownTimeout: TEST_LIMIT_MS,
  unstubGlobals: true,
  expect: { poll: { timeout: PATIENCE_MS } },
  exclude: ['web/dist/**', '**/node_modules/**'],
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Files of one worker share its modules: reading them again for each took a fifth of the whole run.
    isolate: false,
    // Much of what they do is waiting: for a server to start, for a database to come back, for a page to settle.
    maxWorkers: 4,
    // Less collecting of garbage: a worker lives for a hundred files.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongFilesFirst },
    globalSetup: ['server/testing/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: { ...shared, name: 'unit', include: UNIT, exclude: [...shared.exclude, PARTS] },
      },
      {
        extends: true,
        // With journeys, which need a browser. Workers that run both load the server once.
        test: {
          ...shared,
          name: 'full',
          include: [...UNIT, 'e2e/**/*.e2e.ts'],
          exclude: [...shared.exclude, PARTS],
        },
      },
      {
        extends: true,
        plugins: [react()],
        // Known before the first test: one found later would load the page again in its midst.
        optimizeDeps: { entries: [PARTS] },
        test: {
          ...shared,
          name: 'parts',
          include: [PARTS],
          setupFiles: [],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
                args: BROWSER_FLAGS,
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'soak', include: TREES.map((tree) => `${tree}/**/*.soak.ts`) },
      },
    ],
  },
})
