import { describe, expect, test } from 'vitest'
import { checkImports, IMPORT_RULE_NAMES } from './check-imports.ts'
import { type ProjectFiles, withProject } from './checks/fixture-project.ts'

/** A small project in which every import is allowed: the neighbours of all planted violations. */
const LEGAL: ProjectFiles = {
  'contract/leads/lists.ts': `import { z } from 'zod'\nimport { ID } from '../core/common.ts'\nexport const List = z.object({ id: ID })\nexport type List = 1`,
  'contract/core/common.ts': `export const ID = 1`,
  'contract/core/common.test.ts': `import { test } from 'vitest'\nimport { ID } from './common.ts'\ntest(String(ID), () => {})`,
  'server/main.ts': `import { app } from './app/start.ts'\nimport { mail } from './providers/mail/index.ts'\nvoid app, mail`,
  'server/app/start.ts': `import { lists } from '#server/modules/leads/lists/index.ts'\nimport { ai } from '../providers/ai/index.ts'\nexport const app = [lists, ai]`,
  'server/platform/db/db.ts': `import { Kysely } from 'kysely'\nimport { ID } from '#contract/core/common.ts'\nexport const db = [Kysely, ID]`,
  'server/platform/fetch/outbound.ts': `import { Agent } from 'undici'\nimport http from 'node:http'\nexport const outbound = [Agent, http]`,
  'server/providers/mail/index.ts': `export { smtp as mail } from './smtp/smtp.ts'`,
  'server/providers/mail/smtp/smtp.ts': `import net from 'node:net'\nimport { outbound } from '../../../platform/fetch/outbound.ts'\nexport const smtp = [net, outbound]`,
  'server/providers/ai/index.ts': `import { oops } from '../provider-error.ts'\nimport { reader } from '#server/website-reader/index.ts'\nexport const ai = [oops, reader]`,
  'server/providers/provider-error.ts': `export const oops = 1`,
  'server/website-reader/index.ts': `export { reader } from './reader.ts'`,
  'server/website-reader/reader.ts': `import { outbound } from '#server/platform/fetch/outbound.ts'\nimport { ID } from '#contract/core/common.ts'\nexport const reader = [outbound, ID]`,
  'server/modules/leads/lists/index.ts': `export * from './lists-routes.ts'\nexport const lists = 1`,
  'server/modules/leads/lists/lists-routes.ts': `import { service } from './lists-service.ts'\nimport { List } from '#contract/leads/lists.ts'\nexport const routes = [service, List]`,
  'server/modules/leads/lists/lists-service.ts': `import { store } from './lists-store.ts'\nimport { mail } from '#server/providers/mail/index.ts'\nimport { wallet } from '../../accounts/wallet/index.ts'\nimport { reader } from '#server/website-reader/index.ts'\nexport const service = [store, mail, wallet, reader]`,
  'server/modules/leads/lists/lists-store.ts': `import { sql } from 'kysely'\nimport { db } from '#server/platform/db/db.ts'\nimport type { Row } from './list-row.ts'\nimport type { List } from '#contract/leads/lists.ts'\nexport const store: [Row, List, unknown] = [1, 1, [sql, db]]`,
  'server/modules/leads/lists/list-row.ts': `export type Row = 1`,
  'server/modules/leads/lists/lists.test.ts': `import { factory } from '#server/testing/factory.ts'\nimport { createServer } from 'node:http'\nvoid factory, createServer`,
  'server/modules/accounts/wallet/index.ts': `export const wallet = 1`,
  'server/testing/factory.ts': `import { app } from '../app/start.ts'\nimport { store } from '../modules/leads/lists/lists-store.ts'\nexport const factory = [app, store]`,
  'web/app/router.tsx': `import { Page } from '../features/leads/lists/lists-page.tsx'\nexport const router = <Page />`,
  'web/features/leads/lists/lists-page.tsx': `import { Button } from '#web/ui/button.tsx'\nimport { api } from './api.ts'\nimport './page.css'\nexport const Page = () => <Button>{api}</Button>`,
  'web/features/leads/lists/page.css': '',
  'web/features/leads/lists/api.ts': `import { List } from '#contract/leads/lists.ts'\nimport { call } from '#web/lib/call.ts'\nexport const api = [List, call]`,
  'web/features/accounts/wallet/wallet-page.tsx': `export const Wallet = () => <p />`,
  'web/lib/call.ts': `import { ID } from '#contract/core/common.ts'\nexport const call = ID`,
  'web/ui/button.tsx': `import type { ReactNode } from 'react'\nexport const Button = (p: { children: ReactNode }) => <b>{p.children}</b>`,
  'cli/commands.ts': `import { List } from '#contract/leads/lists.ts'\nexport const commands = List`,
  'e2e/journey.spec.ts': `import { factory } from '#server/testing/factory.ts'\nvoid factory`,
  'scripts/seed.ts': `import { app } from '#server/app/start.ts'\nvoid app`,
  'package.json': JSON.stringify({
    imports: Object.fromEntries(
      ['contract', 'server', 'web', 'cli'].map((tree) => [`#${tree}/*`, `./${tree}/*`]),
    ),
  }),
}

/** One line that breaks each rule, and where it stands. */
const PLANTED: Array<[rule: string, file: string, line: string]> = [
  ['product-never-imports-tools', 'server/app/start.ts', `import '../../scripts/tool.ts'`],
  [
    'testing-only-from-tests',
    'server/app/start.ts',
    `import '#server/modules/accounts/wallet/wallet-policy.test.ts'`,
  ],
  [
    'testing-only-from-tests',
    'server/modules/leads/lists/lists-service.ts',
    `import type {} from '#server/testing/fake.ts'`,
  ],
  ['contract-is-a-leaf', 'contract/leads/lists.ts', `import type {} from '#server/platform/db/db.ts'`],
  ['contract-imports-only-zod', 'contract/core/common.ts', `import { readFile } from 'node:fs'`],
  ['contract-imports-only-zod', 'contract/core/common.ts', `export type P = import('pg').Pool`],
  ['web-never-server', 'web/lib/call.ts', `export type Db = typeof import('#server/platform/db/db.ts')`],
  ['server-never-web', 'server/app/start.ts', `await import('#web/lib/call.ts')`],
  ['cli-is-a-client', 'cli/commands.ts', `import '#server/platform/db/db.ts'`],
  [
    'platform-knows-no-product',
    'server/platform/db/db.ts',
    `import { wallet } from '../../modules/accounts/wallet/index.ts'`,
  ],
  [
    'providers-know-no-module',
    'server/providers/ai/index.ts',
    `import type {} from '#server/modules/accounts/wallet/index.ts'`,
  ],
  [
    'platform-knows-no-product',
    'server/platform/db/db.ts',
    `import type {} from '#server/website-reader/index.ts'`,
  ],
  [
    'website-reader-knows-platform-only',
    'server/website-reader/reader.ts',
    `import type {} from '../providers/mail/index.ts'`,
  ],
  [
    'website-reader-knows-platform-only',
    'server/website-reader/reader.ts',
    `import '#server/modules/accounts/wallet/index.ts'`,
  ],
  [
    'website-reader-only-by-its-index',
    'server/providers/mail/smtp/smtp.ts',
    `import type {} from '#server/website-reader/reader.ts'`,
  ],
  [
    'website-reader-only-by-its-index',
    'server/modules/leads/lists/lists-service.ts',
    `import '#server/website-reader/reader.ts'`,
  ],
  [
    'routes-never-touch-stores',
    'server/modules/leads/lists/lists-routes.ts',
    `import '#server/website-reader/index.ts'`,
  ],
  ['network-only-through-fetch', 'server/website-reader/reader.ts', `import { request } from 'undici'`],
  ['provider-never-imports-another-kind', 'server/providers/ai/index.ts', `import '../mail/index.ts'`],
  ['provider-only-by-its-index', 'server/app/start.ts', `export * from '../providers/mail/smtp/smtp.ts'`],
  [
    'module-only-by-its-index',
    'server/modules/leads/lists/lists-service.ts',
    `import '../../accounts/wallet/wallet-policy.ts'`,
  ],
  ['modules-know-no-app', 'server/modules/accounts/wallet/index.ts', `import '../../../app/events.ts'`],
  [
    'routes-never-touch-stores',
    'server/modules/leads/lists/lists-routes.ts',
    `import { store } from './lists-store.ts'`,
  ],
  [
    'routes-never-touch-stores',
    'server/modules/leads/lists/lists-routes.ts',
    `import '#server/providers/ai/index.ts'`,
  ],
  ['store-only-db', 'server/modules/leads/lists/lists-store.ts', `import type {} from './present-list.ts'`],
  [
    'store-only-db',
    'server/modules/leads/lists/lists-store.ts',
    `import { wallet } from '../../accounts/wallet/index.ts'`,
  ],
  [
    'store-only-db',
    'server/modules/leads/lists/lists-store.ts',
    `import '#server/platform/fetch/outbound.ts'`,
  ],
  ['network-only-through-fetch', 'server/providers/mail/smtp/smtp.ts', `import { request } from 'undici'`],
  ['network-only-through-fetch', 'server/modules/leads/lists/lists-service.ts', `import http from 'https'`],
  [
    'feature-stays-in-its-group',
    'web/features/leads/lists/api.ts',
    `import '../../accounts/wallet/wallet-page.tsx'`,
  ],
  [
    'shared-web-knows-no-feature',
    'web/ui/button.tsx',
    `import '#web/features/accounts/wallet/wallet-page.tsx'`,
  ],
  ['shared-web-knows-no-feature', 'web/lib/call.ts', `import('../app/theme.ts')`],
  [
    'feature-never-imports-app',
    'web/features/accounts/wallet/wallet-page.tsx',
    `import { theme } from '../../../app/theme.ts'`,
  ],
  ['import-not-found', 'web/lib/call.ts', `import './gone.ts'`],
  ['import-not-found', 'web/lib/call.ts', `import '#elsewhere/x.ts'`],
  ['alias-across-trees', 'cli/commands.ts', `import '../contract/core/common.ts'`],
  [
    'no-cycles',
    'server/modules/leads/lists/lists-store.ts',
    `import type {} from './list-row.ts'; import './cycle-a.ts'`,
  ],
  ['no-module-cycles', 'server/modules/accounts/wallet/rates.ts', `import '../labels/index.ts'`],
  ['no-feature-cycles', 'web/features/leads/views/views.ts', `import '../lists/api.ts'`],
  ['group-unknown', 'contract/misc/things.ts', `export const THINGS = 1`],
  [
    'group-imports-down',
    'server/modules/accounts/wallet/rates.ts',
    `import '../../prospecting/searches/index.ts'`,
  ],
]

/** Targets of planted imports that the legal project does not need. */
const EXTRA: ProjectFiles = {
  'server/app/events.ts': '',
  'server/testing/fake.ts': '',
  'server/modules/accounts/wallet/wallet-policy.ts': '',
  'server/modules/leads/lists/present-list.ts': '',
  'server/modules/accounts/wallet/rates.ts': 'export const rates = 1',
  'server/modules/accounts/wallet/wallet-service.ts': '',
  'server/modules/accounts/labels/index.ts': `export const labels = 1\nexport * from './labels-service.ts'`,
  'server/modules/accounts/labels/labels-service.ts': `import '../wallet/index.ts'`,
  'server/modules/accounts/wallet/wallet-policy.test.ts': '',
  'server/modules/prospecting/searches/index.ts': '',
  'web/features/leads/lists/list-views.ts': `import '../views/views.ts'`,
  'web/features/leads/views/views.ts': '',
  'scripts/tool.ts': '',
  'web/app/theme.ts': '',
}
/** Two files that import each other, added only for the plant of that rule. */
const CYCLE: ProjectFiles = {
  'server/modules/leads/lists/cycle-a.ts': `import './cycle-b.ts'`,
  'server/modules/leads/lists/cycle-b.ts': `import type {} from './cycle-a.ts'`,
}

const check = (files: ProjectFiles, exceptions: Parameters<typeof checkImports>[1] = []) =>
  withProject(files, (root) => checkImports(root, exceptions))

function plant(file: string, line: string, rule: string): ProjectFiles {
  const files = { ...LEGAL, ...EXTRA, ...(rule === 'no-cycles' ? CYCLE : {}) }
  return { ...files, [file]: `${files[file] ?? ''}\n${line}` }
}

describe('check-imports', () => {
  test('accepts every allowed import and reports how many files it read', () => {
    const result = check({ ...LEGAL, ...EXTRA })
    expect(result.findings).toEqual([])
    expect(result.seen).toBe('saw 44 modules and 49 imports')
  })

  test.each(PLANTED)('%s is reported once: %s with %s', (rule, file, line) => {
    const { findings } = check(plant(file, line, rule))
    expect(findings.map((finding) => finding.rule)).toEqual([rule])
    expect(findings[0]!.remedy).not.toBe('')
  })

  test('every rule has a deliberate violation', () => {
    expect(new Set(PLANTED.map(([rule]) => rule))).toEqual(new Set(IMPORT_RULE_NAMES))
  })

  test('names the file, line and target', () => {
    const { findings } = check(plant('web/lib/call.ts', `import './gone.ts'`, ''))
    expect(findings[0]).toMatchObject({ file: 'web/lib/call.ts', line: 3, detail: '-> ./gone.ts' })
  })

  test('describes a cycle by its shortest path', () => {
    const { findings } = check({ ...LEGAL, ...CYCLE })
    expect(findings[0]!.detail).toBe(
      '-> server/modules/leads/lists/cycle-b.ts -> server/modules/leads/lists/cycle-a.ts',
    )
  })

  test('a test may import another module without creating a dependency between the two', () => {
    const file = 'server/modules/accounts/wallet/wallet.test.ts'
    expect(check({ ...LEGAL, [file]: `import '../../leads/lists/index.ts'` }).findings).toEqual([])
  })
})

describe('fails when it read nothing', () => {
  test('when there is no code file at all', () => {
    expect(check({}).findings.map((finding) => finding.rule)).toContain('check-saw-nothing')
  })

  test('when a folder named in package.json is empty', () => {
    const files = Object.fromEntries(Object.entries(LEGAL).filter(([path]) => !path.startsWith('cli/')))
    expect(check(files).findings).toEqual([
      expect.objectContaining({ rule: 'check-saw-nothing', file: 'cli' }),
    ])
  })

  test('when there are hardly any imports', () => {
    const files = { 'contract/a.ts': '', 'server/a.ts': '', 'server/b.ts': `import './a.ts'` }
    const { findings } = check(files)
    expect(findings.map((finding) => finding.rule)).toEqual(['check-saw-nothing'])
  })

  test('when a file cannot be parsed', () => {
    expect(() => check({ ...LEGAL, 'server/broken.ts': 'export const = 1' })).toThrow('server/broken.ts')
  })
})

describe('exceptions', () => {
  const file = 'web/ui/button.tsx'
  const files = plant(file, `import '#web/features/accounts/wallet/wallet-page.tsx'`, '')

  test('a listed exception is accepted', () => {
    const exception = { rule: 'shared-web-knows-no-feature', file, reason: 'test' }
    expect(check(files, [exception]).findings).toEqual([])
  })

  test('an exception that is no longer needed is a finding', () => {
    const stale = { rule: 'shared-web-knows-no-feature', file: 'web/ui/other.tsx', reason: 'test' }
    const rules = check(files, [stale]).findings.map((finding) => finding.rule)
    expect(rules).toEqual(['shared-web-knows-no-feature', 'stale-exception'])
  })
})
