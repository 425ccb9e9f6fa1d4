import type { Exception } from './findings.ts'

/** The only accepted exceptions from the import and structure rules. Each needs its reason. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'no-default-export',
    file: 'scripts/testing/events-reporter.js',
    reason: 'Vitest loads a reporter by its default export',
  },
  {
    rule: 'foreign-table',
    file: 'server/app/check-secret-key.ts',
    reason: 'runs before anything else is built, with a client of its own, and has one row of installation',
  },
  {
    rule: 'foreign-table',
    file: 'server/app/distribute/distribute.ts',
    reason: 'keeps foreign keys in a row of installation while it moves tables, with a client of its own',
  },
  {
    rule: 'foreign-table',
    file: 'server/app/backup/restore-backup.ts',
    reason: 'looks at a database that may have an older schema, without views',
  },
  {
    rule: 'foreign-table',
    file: 'server/app/backup/snapshot.ts',
    reason: 'a backup copies all tables and says which migrations they have',
  },
]
