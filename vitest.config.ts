import { defineConfig } from 'vitest/config'

const shared = {
  setupFiles: ['server/testing/loopback-only.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['server/testing/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['server', 'contract', 'web', 'cli', 'scripts', 'bench'].map(
            (tree) => `${tree}/**/*.test.{ts,tsx,js}`,
          ),
          exclude: ['web/dist/**', '**/node_modules/**'],
        },
      },
      { extends: true, test: { ...shared, name: 'e2e', include: ['e2e/**/*.e2e.ts'], testTimeout: 60_000 } },
    ],
  },
})
