import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { TEST_LIMIT_MS } from './scripts/testing/limits.js'
import { PATIENCE_MS } from './server/testing/patience.ts'

const TREES = ['server', 'contract', 'web', 'cli', 'scripts', 'bench']
/** Files that start browsers, programs or databases: begun first, so that none of them is left for the end. */
const LONG = /\.e2e\.ts$|kill|outage|embedded-postgres|queue\.test|access-matrix|naughty|main\.test|open-data/

class LongFilesFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => LONG.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !LONG.test(moduleId)),
    ]
  }
}

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
    // Files of one worker share its modules: reading them anew for each took a fifth of the whole run.
    isolate: false,
    // Much of what they do is waiting: for a server to start, for a database to come back.
    maxWorkers: 3,
    // Less collecting of garbage: a worker lives for a hundred files.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongFilesFirst },
    globalSetup: ['server/testing/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: { ...shared, name: 'unit', include: TREES.map((tree) => `${tree}/**/*.test.{ts,tsx,js}`) },
      },
      { extends: true, test: { ...shared, name: 'e2e', include: ['e2e/**/*.e2e.ts'] } },
      {
        extends: true,
        test: { ...shared, name: 'soak', include: TREES.map((tree) => `${tree}/**/*.soak.ts`) },
      },
    ],
  },
})
