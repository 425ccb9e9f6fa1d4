import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runCli } from '#cli/testing/run-cli.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { connectCrm } from '#contract/leads/crm.ts'
import { createPlanOfAccount } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { sampleCompany } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const FOLDER = join(import.meta.dirname, '..', 'skills')
const skills = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name, 'SKILL.md'), 'utf8')
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const blocks = [...body.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
  const commands = blocks.flatMap((block) => block.trim().split('\n'))
  return { name, head: parse(head) as { name: string; description: string }, body, commands }
})
/** Words of a shell line; quotes keep spaces. */
const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((one) => one[1] ?? one[2] ?? '')

let t: TestApp
let websites: SampleWebsites
let ghl: FakeCrm
let folder: string
let seller: TestUser
/** What the capital words of the commands stand for. */
let found: Record<string, number>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skills-'))
  ghl = await startFakeGhl()
  websites = await startSampleWebsites({ 'acme.example': sampleCompany('acme.example') })
  t = await testApp({
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
    crms: { ghl: { baseUrl: ghl.url } },
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
  })
  seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 500 })
  const { id } = await seedList(t, seller, {
    leads: [
      { values: { name: 'Acme', website: 'https://acme.example', email: 'info@acme.example' } },
      { values: { name: 'Acme North', website: 'https://acme.example/north' } },
    ],
  })
  const access = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
  const connection = (await t.call(connectCrm, { body: access }, seller)).body.data.id
  const plan = await createPlanOfAccount(t.app.ctx, {
    name: 'Solo',
    modules: ['leads'],
    freeCredits: 30,
    ownerAccountId: seller.accountId,
  })
  found = { LIST: id, CONNECTION: connection, PACKAGE: plan.plan_id, MAX: 0 }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await t?.close()
  await websites?.close()
  await ghl?.close()
})

/** A key with the scopes that a skill asks for, and no other. */
async function makeKey(text: string): Promise<string> {
  const listed = /an API key with the scopes ([^.]*?)(?: of a person| *\.)/.exec(text)?.[1] ?? ''
  const scopes = [...listed.matchAll(/`(\w+)`/g)].map(([, scope]) => scope) as never
  const body = { name: 'Agent', scopes, password: seller.password }
  return (await t.call(createApiKey, { body }, seller)).body.data.key
}

/** Runs a line of a skill. The JSON that it prints fills in the words of later lines. */
async function runLineOf(line: string, key: string) {
  const filled = line.replace(/\b(LIST|MAX|CONNECTION|PACKAGE|ACCOUNT)\b/g, (name) => String(found[name]))
  const env = { LEADWRIGHT_URL: await t.listen(), LEADWRIGHT_TOKEN: key, LEADWRIGHT_HOME: folder }
  const [program, ...args] = words(filled)
  const { code, stdout, stderr } = await runCli(args, { env, cwd: folder })
  expect({ line: filled, program, code, stderr: code === 0 ? '' : stderr }).toEqual({
    line: filled,
    program: 'leadwright',
    code: 0,
    stderr: '',
  })
  const reply = JSON.parse(stdout)
  if (args[0] === 'search' && reply.list_id) found.LIST = reply.list_id
  if (args.includes('--quote')) found.MAX = reply.credits.max
  if (args[0] === 'accounts' && reply.account_id) found.ACCOUNT = reply.account_id
  return reply
}

describe.each(skills)('the skill $name', ({ name, head, body, commands }) => {
  it('has the front matter and the order that agents rely on', () => {
    expect(head).toEqual({ name, description: expect.stringMatching(/^.{40,400}$/) })
    expect(body).toMatch(/confirm/i)
  })

  it('starts nothing that costs credits without a cap', () => {
    const spending = commands.filter((line) =>
      / (search|find-emails|get-phones|get-employees|waterfall|enrich|signals check) /.test(line),
    )
    expect(spending.filter((line) => !/--(quote|dry-run|max-cost \w+)\b/.test(line))).toEqual([])
    const starts = spending.findIndex((line) => line.includes('--max-cost MAX'))
    if (starts >= 0) expect(spending.slice(0, starts).join()).toContain('--quote')
  })

  it('has only commands that work', async () => {
    expect(commands.length).toBeGreaterThan(2)
    const replies: Record<string, unknown>[] = []
    const before = { ...found }
    const key = await makeKey(body)
    for (const line of commands) replies.push(await runLineOf(line, key))
    found = before
    expect(replies.filter((reply) => typeof reply !== 'object')).toEqual([])
    const outcome = RESULTS[name]
    expect(outcome, `an expected result of ${name}`).toBeDefined()
    expect(Object.assign({}, ...replies)).toMatchObject(outcome as object)
  })
})

const RESULTS: Record<string, object> = {
  'find-leads': { delivered: 40, rows: 40, cost: 0 },
  'enrich-leads': { found: expect.any(Number), not_tried: 0, failed: 0 },
  'check-leads': { checked: 2, unread: 0, results: [expect.anything()] },
  'push-leads': { created: 1 },
  resell: { company: 'Acme', credits: { available: 55 } },
}

it('pushed one contact, and wrote the file', () => {
  expect(ghl.contacts.size).toBe(1)
  expect(statSync(join(folder, 'leads.csv')).size).toBeGreaterThan(500)
})
