import type { Exception } from './findings.ts'

/** The only accepted exceptions from the import and structure rules. Each needs its reason. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'no-default-export',
    file: 'scripts/testing/events-reporter.js',
    reason: 'Vitest loads a reporter by its default export',
  },
]
