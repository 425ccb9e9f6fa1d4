import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setCreditAlert } from '#contract/accounts/billing.ts'
import { updateSite } from '#contract/branding/site.ts'
import { auditLog } from '#contract/core/audit-log.ts'
import { updateMe } from '#contract/identity/me.ts'
import { createApiKey, revokeApiKey } from '#contract/identity/sessions.ts'
import { updateMember } from '#contract/identity/team.ts'
import { createList, deleteList, renameList } from '#contract/leads/lists.ts'
import { transaction } from '#server/platform/db/db.ts'
import { auditedCall } from '#server/platform/http/current-call.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkChain, recordAudit } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const db = () => t.app.database.db
const entries = async (accountId: number) =>
  (
    await sql<{
      seq: number
      action: string
      user_id: number
      actor_user_id: number
      credential: string
      subject: string | null
      detail: Record<string, unknown>
    }>`select * from audit_entry where account_id = ${accountId} order by seq`.execute(db())
  ).rows
const rename = (user: { token: string }, id: number, name: string) =>
  t.call(renameList, { params: { id }, body: { name } }, user)

/** An account with three entries about one list, after the one of its sign-in. */
async function renamed(): Promise<{ user: TestUser; list: number }> {
  const user = await t.account()
  const { id: list } = await seedList(t, user)
  for (const name of ['One', 'Two', 'Three']) expect((await rename(user, list, name)).status).toBe(200)
  return { user, list }
}

describe('the audit log', () => {
  it('names records as they are called today, and the command that made a call', async () => {
    const user = await t.account()
    const { id: list } = await seedList(t, user)
    const headers = { authorization: `Bearer ${user.token}`, 'user-agent': 'leadwright-cli/1.0.0' }
    const url = `/api/campaigns/${list}`
    await rename(user, list, 'First')
    const answer = await t.app.http.inject({ method: 'PUT', url, headers, payload: { name: 'Breweries' } })
    expect(answer.statusCode, answer.body).toBe(200)
    const { data } = (await t.call(auditLog, { query: { subject: `list:${list}` } }, user)).body
    expect(data.map(({ subject_name, detail }) => [subject_name, detail?.program])).toEqual([
      ['Breweries', 'command_line'],
      ['Breweries', undefined],
    ])
  })

  it('records who did what to which record, with which credential', async () => {
    const { user, list } = await renamed()
    const body = { name: 'Script', scopes: ['write' as const], password: user.password }
    const key = (await t.call(createApiKey, { body }, user)).body.data
    await rename({ token: key.key }, list, 'By key')
    const log = await entries(user.accountId)
    expect(log.map(({ seq, action, credential }) => [seq, action, credential])).toEqual([
      [1, 'session.started', 'none'],
      [2, 'list.renamed', 'session'],
      [3, 'list.renamed', 'session'],
      [4, 'list.renamed', 'session'],
      [5, 'api_key.created', 'session'],
      [6, 'list.renamed', 'api_key'],
    ])
    expect(log.at(-1)).toMatchObject({
      user_id: user.id,
      actor_user_id: user.id,
      subject: `list:${list}`,
      detail: { from: 'Three', to: 'By key' },
    })
  })

  it('names the list and run of a search once each', async () => {
    const user = await t.account({ credits: 10 })
    const search = { source: 'sample' as const }
    const { body } = await t.call(createList, { body: { name: 'New', type: 'local', search } }, user)
    expect((await entries(user.accountId)).map(({ action, subject }) => [action, subject]).sort()).toEqual([
      ['list.created', `list:${body.data.id}`],
      ['run.started', `run:${body.data.run.id}`],
      ['session.started', null],
    ])
  })

  it('is written with the change or not at all', async () => {
    const { user, list } = await renamed()
    expect((await rename(user, list, 'Three')).status).toBe(200)
    expect((await rename(user, 999_999, 'Four')).status).toBe(404)
    expect(await entries(user.accountId)).toHaveLength(4)
    const broken = transaction(db(), async () => {
      recordAudit(db(), { accountId: user.accountId })
      throw new Error('the change fails')
    })
    await expect(
      auditedCall({ endpoint: renameList, actor: null, work: () => broken, onMissingAudit: () => {} }),
    ).rejects.toThrow('the change fails')
    expect(await entries(user.accountId)).toHaveLength(4)
  })

  it('keeps one chain when an account does many things at once', async () => {
    const user = await t.account()
    const lists = await Promise.all(Array.from({ length: 20 }, () => seedList(t, user)))
    const answers = await Promise.all(
      lists.map(({ id }, index) =>
        index % 2 ? rename(user, id, `List ${index}`) : t.call(deleteList, { params: { id } }, user),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await checkChain(db(), user.accountId)).toMatchObject({ entries: 21, kind: null })
  })

  it('shows each change of people, keys, money and brands before and after', async () => {
    const user = await t.account({ modules: ['leads', 'whitelabel'] })
    const member = await t.member(user)
    const newest = async () => (await entries(user.accountId)).at(-1)
    await t.call(updateMember, { params: { id: member.id }, body: { monthly_credit_cap: 5 } }, user)
    expect(await newest()).toMatchObject({
      subject: `user:${member.id}`,
      detail: { before: { monthly_credit_cap: null }, after: { monthly_credit_cap: 5 } },
    })
    await t.call(updateMe, { body: { first_name: 'Ada', account_name: 'Engines' } }, user)
    expect((await newest())?.detail).toEqual({
      before: { first_name: expect.any(String), account_name: expect.any(String) },
      after: { first_name: 'Ada', account_name: 'Engines' },
    })
    await t.call(setCreditAlert, { body: { threshold: 7 } }, user)
    expect((await newest())?.detail).toEqual({ before: { threshold: null }, after: { threshold: 7 } })
    const body = { name: 'Script', scopes: ['read' as const], password: user.password }
    const { id } = (await t.call(createApiKey, { body }, user)).body.data
    await t.call(revokeApiKey, { params: { id } }, user)
    expect((await newest())?.detail).toEqual({ before: { name: 'Script', scopes: ['read'] } })
    const social = { google_client_id: 'fox', google_client_secret: 'well hidden' }
    await t.call(updateSite, { body: { name: 'Fox', ...social } }, user)
    expect((await newest())?.detail).toMatchObject({
      before: { name: null, google_client_id: null, google_client_secret_sealed: null },
      after: { name: 'Fox', google_client_id: 'fox', google_client_secret_sealed: 'set' },
    })
  })

  it('contains no password, token or key', async () => {
    const user = await t.account()
    const body = { name: 'Script', scopes: ['read' as const], password: user.password }
    const key = (await t.call(createApiKey, { body }, user)).body.data.key
    await t.call(updateMe, { body: { first_name: 'New' } }, user)
    const { rows } = await sql<{ text: string }>`select coalesce(string_agg(x::text, ' '), '') as text
      from audit_entry x where account_id = ${user.accountId}`.execute(db())
    for (const secret of [user.password, user.token, key]) expect(rows[0]?.text).not.toContain(secret)
    expect(rows[0]?.text).toContain('Script')
  })
})

describe('a mutating call', () => {
  it('fails when it returns without a log entry', async () => {
    const silent: string[] = []
    const act = (work: () => Promise<void>) =>
      auditedCall({
        endpoint: renameList,
        actor: null,
        work,
        onMissingAudit: ({ endpoint }) => silent.push(endpoint),
      })
    await act(async () => {})
    expect(silent).toEqual(['lists.rename'])
    await expect(act(async () => recordAudit(db(), { accountId: 1 }))).rejects.toThrow('needs a transaction')
  })
})
