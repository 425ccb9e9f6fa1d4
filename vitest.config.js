import { defineConfig } from 'vitest/config'
import { TEST_LIMIT_MS } from './scripts/testing/limits.js'
import { PATIENCE_MS } from './server/testing/patience.ts'

const TREES = ['server', 'contract', 'web', 'cli', 'scripts', 'bench']
const shared = {
  setupFiles: ['server/testing/loopback-only.ts'],
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
    maxWorkers: 3,
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
