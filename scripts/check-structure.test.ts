import { describe, expect, test } from 'vitest'
import { checkStructure } from './check-structure.ts'
import { type ProjectFiles, withProject } from './checks/fixture-project.ts'
import { STRUCTURE_RULE_NAMES } from './checks/structure-rules.ts'

const BASE: ProjectFiles = { 'contract/a.ts': 'export const a = 1', 'server/a.ts': 'export const a = 1' }
const SERVICE = 'server/modules/leads/lists/lists-service.ts'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `// ${at}`).join('\n')
/** A function of exactly `count` lines. */
const fn = (count: number, head = 'export function long() {') => `${head}\n${lines(count - 2)}\n}`

/** A function that holds two others of `held` lines; 120 lines with them. */
const factory = (head: string, held = 59) =>
  `${head}\nconst one = ${fn(held, '() => {')}\nreturn { ${fn(held, 'two() {')} }\n}`

const check = (files: ProjectFiles, exceptions: Parameters<typeof checkStructure>[1] = []) =>
  withProject({ ...BASE, ...files }, (root) => checkStructure(root, exceptions))
const rulesIn = (files: ProjectFiles) => check(files).findings.map((finding) => finding.rule)

/** SQL of the module leads/lists that names a table of another module, or writes through a view. */
const FOREIGN = [
  `export const q = (db: any) => db.selectFrom('lead')`,
  `export const q = (db: any) => db.selectFrom(['list', 'lead as l'])`,
  `export const q = (db: any) => db.selectFrom('list').leftJoin('lead as l', 'l.list_id', 'list.id')`,
  `export const q = (db: any) => db.selectFrom('list').where((eb: any) => eb.exists(eb.selectFrom('run')))`,
  `export const q = (db: any) => db.insertInto('lead').values(row)`,
  `export const q = (db: any) => db.updateTable('app_user').set(row)`,
  `export const q = (db: any) => db.updateTable('list').from('lead')`,
  `export const q = (db: any) => db.deleteFrom('list').using('lead')`,
  `export const q = (db: any) => db.updateTable('run_info').set(row)`,
  `export const q = (db: any) => db.selectFrom('run_info as r').select('r.id').forUpdate()`,
  `export const q = (db: any) => db.selectFrom('list').innerJoin('run_info as r', 'r.id', 'x').forShare('r')`,
  `export const q = (db: any) => findRow(db, 'lead', { id: 1 })`,
  `export const q = (db: any) => lockRow(db, 'run_info', { id: 1 })`,
  `export const q = (db: any) => updateRows(db, 'app_user', { id: 1 }, row)`,
  'sql`select 1 from list l join lead d on d.list_id = l.id`',
  'sql`select 1 from list l, only "lead" d`',
  'sql`delete from list l using lead d`',
  'sql`update lead set name = 1`',
  'sql`insert into public.lead select * from list`',
  'sql`select 1 where exists (select from lead where account_id = 1)`',
  'sql`update member set name = 1`',
  'sql`select 1 from run_info where id = 1 for no key update`',
  'sql`select 1 from list l join run_info as r on r.list_id = l.id for update of l, r`',
  'sql.raw(`select 1 from lead where id = 1`)',
  `sql.table('lead')`,
]

/** Code that breaks exactly one rule, once. */
const PLANTED: Array<[rule: string, file: string, code: string]> = [
  ['file-too-long', SERVICE, lines(401)],
  ['file-too-long', 'web/lib/long.ts', `${lines(400)}\nexport const x = 1\n`],
  ['file-too-long', 'server/modules/leads/lists/lists.test.ts', lines(601)],
  ['function-too-long', SERVICE, fn(61)],
  ['function-too-long', SERVICE, fn(61, 'export const long = () => {')],
  ['function-too-long', SERVICE, `export class A {\n${fn(61, 'method() {')}\n}`],
  ['function-too-long', 'server/modules/leads/lists/lists-routes.ts', fn(121)],
  ['function-too-long', SERVICE, fn(61, 'export function createLists() {')],
  ['function-too-long', SERVICE, factory('export function createLists() {', 60)],
  ['function-too-long', SERVICE, `export function createLists() {\n${fn(61, 'function inner() {')}\n}`],
  [
    'function-too-long',
    SERVICE,
    `export function createLists() {\nreturn {\n${fn(61, 'createOne() {')}\n}\n}`,
  ],
  ['function-too-long', 'web/features/leads/lists/lists-page.tsx', fn(121)],
  ['function-too-long', 'server/a.test.ts', `${fn(121, 'test("x", () => {')})`],
  ['no-process-env', SERVICE, 'export const home = process.env.HOME'],
  ['no-process-env', SERVICE, `export const home = process['env'].HOME`],
  ['no-process-env', SERVICE, 'export const { HOME } = globalThis.process.env'],
  ['no-process-env', SERVICE, `import { env } from 'node:process'\nexport const home = env.HOME`],
  ['no-process-env', 'server/main.ts', 'export const home = process.env'],
  ['no-bare-fetch', SERVICE, `await fetch('http://x.example')`],
  ['no-bare-fetch', SERVICE, `globalThis.fetch('http://x.example')`],
  ['no-bare-fetch', SERVICE, 'export const deps = { fetch }'],
  ['no-console', SERVICE, `console.log('x')`],
  ['no-console', SERVICE, 'export const { warn } = console'],
  ['no-wall-clock', SERVICE, 'export const now = Date.now()'],
  ['no-wall-clock', SERVICE, 'export const clock = Date.now'],
  ['no-wall-clock', SERVICE, 'export const now = new Date()'],
  ['no-wall-clock', SERVICE, 'export const now = new Date'],
  ['no-wall-clock', SERVICE, 'export const now = Date()'],
  ['formats-in-one-place', 'web/a.ts', 'export const a = (1).toLocaleString()'],
  ['formats-in-one-place', 'web/a.ts', 'export const a = new Date(0).toLocaleDateString()'],
  ['formats-in-one-place', 'web/a.ts', 'export const a = new Intl.NumberFormat()'],
  ['formats-in-one-place', 'web/a.ts', 'export const a = Intl.DateTimeFormat().resolvedOptions()'],
  ['no-default-export', 'contract/b.ts', 'export default 1'],
  ['no-default-export', 'web/a.tsx', 'export default function Page() { return null }'],
  ['no-default-export', 'web/b.ts', 'const b = 1\nexport { b as default }'],
  ['no-module-mock', 'web/lib/a.test.ts', `vi.mock('./b.ts', () => ({}))`],
  ['no-module-mock', 'server/a.test.ts', `vi.doMock('./b.ts')`],
  ['no-test-limit', 'server/a.test.ts', 'await expect.poll(f, { timeout: 20_000 }).toBe(1)'],
  ['no-fixed-pause', 'server/a.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 50))'],
  ['no-fixed-pause', 'scripts/a.test.js', 'await sleep(1e3)'],
  ['no-fixed-pause', 'e2e/a.e2e.ts', 'await pause(400, undefined, { signal })'],
  ['no-fixed-pause', 'e2e/support/a.ts', 'await page.waitForTimeout(1_000)'],
  ['no-fixed-pause', 'server/testing/a.ts', 'globalThis.setTimeout(() => stop(), 10_000)'],
  ['no-unrun-query', SERVICE, `await db.insertInto('lists').values(row)`],
  ['no-unrun-query', SERVICE, `await (trx.updateTable('lists').set(row).where('id', '=', 1))`],
  ['no-unrun-query', SERVICE, `db.with('x', q).deleteFrom('lists').where('id', '=', 1)`],
  ['no-unrun-query', SERVICE, `await deps.db.selectFrom('lists').selectAll()`],
  ['no-spread-literal', SERVICE, 'export const list = { ...{ name: 1, id: 2 }, total: 3 }'],
  ['audit-only-appended', SERVICE, `await db.deleteFrom('audit_entry').execute()`],
  ['audit-only-appended', SERVICE, `await db.updateTable('audit_chain').set(row).execute()`],
  ['audit-only-appended', SERVICE, `await insertRows(db, 'audit_checkpoint', row)`],
  ['audit-only-appended', SERVICE, 'sql`update audit_entry set detail = null`'],
  ['audit-only-appended', SERVICE, `pool.query('truncate audit_checkpoint')`],
  [
    'audit-only-appended',
    'server/modules/core/audit/check-chain.ts',
    'sql`insert into audit_chain values (1)`',
  ],
  ['audit-only-appended', 'server/app/x.ts', 'sql`delete from public.audit_checkpoint_head`'],
  ['rights-in-policies', SERVICE, `if (actor.role !== 'admin') throw notFound()`],
  ['rights-in-policies', SERVICE, `export const owners = users.filter(({ role }) => 'user' === role)`],
  ['rights-in-policies', 'server/modules/leads/lists/lists-routes.ts', 'if (!actor.isMainUser) refuse()'],
  ['rights-in-policies', SERVICE, 'export const seesIt = (actor: Actor) => actor.accessToWallet'],
  ['rights-in-policies', SERVICE, 'export const f = ({ isMainUser }: Actor) => isMainUser'],
  ['rights-in-policies', SERVICE, 'if (actor.actorUserId !== null) refuse()'],
  ['rights-in-policies', SERVICE, `if (!actor?.modules.includes('leads')) refuse()`],
  ...FOREIGN.map((code): [string, string, string] => ['foreign-table', SERVICE, code]),
  ['no-service-factory', SERVICE, 'export interface ListsDeps { now(): Date }'],
  ['no-service-factory', SERVICE, 'export type ListsService = { rename(): void }'],
  ['no-service-factory', SERVICE, 'export const f = ({ db }: { db: Db }) => db'],
  ['foreign-table', 'server/app/x.ts', `pool.query('select 1 from list')`],
  ['foreign-table', 'server/platform/x.ts', 'sql`select 1 from lead`'],
  ['cluster-sql', SERVICE, 'sql`select exists (select from list where account_id = 1)`'],
  ['cluster-sql', SERVICE, 'sql`select ctid from list`'],
  ['cluster-sql', SERVICE, 'sql`select coalesce(created_at, now()) from list`'],
  ['cluster-sql', SERVICE, 'export const set = (oc: any) => oc.doUpdateSet({ at: sql`now()` })'],
]

/** What the module leads/lists may do with tables. */
const OWN = [
  `export const q = (db: any) => db.selectFrom('list').innerJoin('run_info as r', 'r.id', 'x').forUpdate('list')`,
  `export const q = (db: any) => db.selectFrom('list').forUpdate()`,
  'sql`select 1 from list l join member u on u.id = l.created_by for update of l`',
  'sql`with lead as (select 1) select * from lead`',
  'sql`update list set name = 1 from run_info r where r.list_id = list.id`',
  `sql\`delete from \${sql.table(name)} where account_id = 1\``,
  `export const text = 'Move it from lead to lead, or join run'`,
  `export const bytes = Buffer.from('lead', 'utf8')`,
]

/** Code next to each rule that is allowed. */
const LEGAL: Array<[why: string, file: string, code: string]> = [
  ['400 lines', SERVICE, lines(400)],
  ['400 lines and the last line break', SERVICE, `${lines(400)}\n`],
  ['a test of 600 lines', 'server/a.test.ts', lines(600)],
  ['a function of 60 lines', SERVICE, fn(60)],
  ['a route table of 120 lines', 'server/modules/leads/lists/lists-routes.ts', fn(120)],
  ['a factory of 120 lines with its functions', SERVICE, factory('export function createLists() {')],
  ['a factory kept in a constant', SERVICE, factory('export const createLists = () => {')],
  ['a context', SERVICE, 'export const f = (ctx: Context, db: Db) => [ctx.db, db]'],
  ['a component of 120 lines', 'web/ui/table.tsx', fn(120)],
  ['a group of tests of any length', 'server/a.test.ts', `${fn(200, 'describe("x", () => {')})`],
  ['a group made from a table', 'server/a.test.ts', `${fn(200, 'describe.each([1])("x", () => {')})`],
  ['the environment in platform', 'server/platform/env.ts', 'export const home = process.env.HOME'],
  ['the clock in a test', 'server/modules/a/a.test.ts', 'new Date()'],
  ['the console in testing', 'server/testing/a.ts', 'console.log(Date.now())'],
  ['the console of a script', 'scripts/a.ts', 'console.log(process.env.HOME, new Date())'],
  ['the browser has its own fetch', 'web/lib/call.ts', `await fetch('/api')`],
  [
    'a date from a value',
    SERVICE,
    'export const at = (ms: number) => [new Date(ms), Date.UTC(2026), Date.parse("")]',
  ],
  ['other parts of process', SERVICE, 'process.exitCode = 1'],
  [
    'a fetch that was passed in',
    SERVICE,
    'export const load = (fetch: (url: string) => unknown) => fetch("x")',
  ],
  ['a method called fetch', SERVICE, 'export const load = (net: { fetch(): void }) => net.fetch()'],
  ['the type of fetch', SERVICE, 'export type Load = typeof fetch'],
  [
    'words in strings and comments',
    SERVICE,
    `// console.log(process.env, fetch())\nexport const text = 'new Date() fetch('`,
  ],
  ['a local name', SERVICE, 'export function f(console: { log(): void }) { console.log() }'],
  ['the default export of a config file', 'web/x.config.ts', 'export default {}'],
  [
    'declarations of foreign code',
    'web/css.d.ts',
    'declare module "*.css" { const x: string; export default x }',
  ],
  ['a function that is watched', 'server/a.test.ts', 'export const spy = vi.fn().mockReset()'],
  ['the patience of all tests', 'server/a.test.ts', 'vi.waitFor(f, { timeout: PATIENCE_MS })'],
  ['a breath', 'server/a.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 20))'],
  ['a pause whose length is passed in', 'server/testing/a.ts', 'export const f = (ms: number) => pause(ms)'],
  ['a pause of what is no test', 'server/platform/a.ts', 'await sleep(1000)'],
  [
    'a rule in a policy',
    'server/modules/leads/lists/list-policy.ts',
    `export const canEditList = (actor: Actor) => actor.isMainUser && actor.role === 'user'`,
  ],
  [
    'a right that is passed on',
    SERVICE,
    'export const f = (who: Rights) => ({ isMainUser: who.isMainUser ?? false })',
  ],
  ['a call of a policy', SERVICE, `if (!can(actor, 'manage_team') || !hasModule(actor, 'leads')) refuse()`],
  ['modules of an account', SERVICE, `if (account.modules.includes('leads')) f()`],
  ['the role of a message', SERVICE, `if (message.role === 'assistant') f()`],
  ['a query that runs', SERVICE, `await db.selectFrom('lists').selectAll().execute()`],
  ['a query that runs, then more', SERVICE, `await db.selectFrom('a').executeTakeFirst().then(f)`],
  ['a query that streams', SERVICE, `for await (const row of db.selectFrom('lists').stream()) row`],
  ...OWN.map((code): [string, string, string] => ['own tables and views of others', SERVICE, code]),
  ['foreign tables in a test', 'server/modules/leads/lists/lists.test.ts', 'sql`delete from lead`'],
  ['a query handed on', SERVICE, `export const lists = (db: any) => db.selectFrom('lists').selectAll()`],
]

describe('check-structure', () => {
  test.each(PLANTED)('%s is reported once: %s %#', (rule, file, code) => {
    expect(rulesIn({ [file]: code })).toEqual([rule])
  })

  test('every rule has a deliberate violation', () => {
    expect(new Set(PLANTED.map(([rule]) => rule))).toEqual(new Set(STRUCTURE_RULE_NAMES))
  })

  test.each(LEGAL)('accepts %s', (_why, file, code) => {
    expect(rulesIn({ [file]: code })).toEqual([])
  })

  test('names line, length and limit, also after multi-byte characters', () => {
    const { findings } = check({ [SERVICE]: `const ä = '😀'\n${fn(70)}\nconsole.log(ä)` })
    expect(findings).toMatchObject([
      { rule: 'function-too-long', line: 2, detail: 'has a function of 70 lines, allowed are 60' },
      { rule: 'no-console', line: 72 },
    ])
  })

  test('measures only top-level factories without the functions they contain', () => {
    const long = ['function-too-long']
    expect(rulesIn({ [SERVICE]: factory('export function makeLists() {') })).toEqual(long)
    expect(
      rulesIn({ [SERVICE]: `export const a = () => {\n${factory('const createA = () => {')}\n}` }),
    ).toEqual([...long, ...long])
  })

  test('counts a function inside a long one for both', () => {
    const inner = fn(61, 'const inner = () => {')
    expect(rulesIn({ [SERVICE]: `export function outer() {\n${inner}\n}` })).toEqual([
      'function-too-long',
      'function-too-long',
    ])
  })

  test('reports how many files it read and their median length', () => {
    expect(check({ 'server/b.ts': lines(9) }).seen).toBe('saw 3 files, median 1 lines')
  })

  test('fails when it read no file', () => {
    const { findings } = withProject({}, (root) => checkStructure(root, []))
    expect(findings).toMatchObject([{ rule: 'check-saw-nothing' }])
  })

  test('fails when a promised folder has no file', () => {
    const { findings } = withProject({ 'server/a.ts': '' }, (root) => checkStructure(root, []))
    expect(findings).toMatchObject([{ rule: 'check-saw-nothing', file: 'contract' }])
  })

  test('accepts a listed exception and reports one that is no longer needed', () => {
    const exception = { rule: 'no-console', file: SERVICE, reason: 'test' }
    expect(check({ [SERVICE]: 'console.log(1)' }, [exception]).findings).toEqual([])
    expect(check({}, [exception]).findings).toMatchObject([{ rule: 'stale-exception', file: SERVICE }])
  })

  test('accepts one foreign table of a file and no other, and reports it once it is no longer needed', () => {
    const left = { rule: 'foreign-table', file: SERVICE, about: 'lead', reason: 'test' }
    expect(check({ [SERVICE]: 'sql`select 1 from lead`' }, [left]).findings).toEqual([])
    expect(check({ [SERVICE]: 'sql`select 1 from lead, run`' }, [left]).findings).toMatchObject([
      { rule: 'foreign-table', detail: 'reads run, which belongs to activity/runs' },
    ])
    expect(check({ [SERVICE]: 'sql`select 1 from run`' }, [left]).findings).toMatchObject([
      { rule: 'foreign-table' },
      { rule: 'stale-exception', detail: 'needs no exception from foreign-table for lead' },
    ])
  })
})
