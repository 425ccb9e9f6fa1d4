import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { auditLog } from '#contract/core/audit-log.ts'
import { allowActing } from '#contract/identity/log-in-as.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import {
  accountExports,
  accountExportTicket,
  customerExports,
  customerExportTicket,
  startAccountExport,
  startCustomerExport,
} from '#contract/privacy/account-export.ts'
import { addSuppressions, erasePerson } from '#contract/privacy/suppression.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import { TABLES } from '#server/modules/core/tables/index.ts'
import { removeExpiredExports } from '#server/modules/leads/exports/index.ts'
import { duringAuditedChange } from '#server/testing/beside-audited-change.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp()
  url = await t.listen()
})
afterAll(() => t.close())

/** The files of an archive, by path. */
async function unpack(bytes: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const tar = extract()
  tar.end(gunzipSync(bytes))
  for await (const entry of tar) files.set(entry.header.name, await text(entry))
  return files
}

async function exported(as: TestUser): Promise<Map<string, string>> {
  const { id } = (await t.call(startAccountExport, {}, as)).body.data
  expect(await t.finished(id, as)).toMatchObject({ state: 'succeeded', kind: 'account_export' })
  const ticket = (await t.call(accountExportTicket, { params: { id } }, as)).body.data
  expect(ticket.filename).toMatch(/^all-data-\d{4}-\d\d-\d\d\.tar\.gz$/)
  return unpack(Buffer.from(await (await fetch(`${url}${ticket.url}`)).arrayBuffer()))
}

describe('all data of an account', () => {
  it('comes as one self-explanatory archive, without secrets and data of others', async () => {
    const owner = await t.account()
    const other = await t.account()
    const lead = (name: string) => ({ values: { name, email: `${name}@a.example` } })
    const list = await seedList(t, owner, { type: 'people', leads: ['ann', 'bo', 'cleo'].map(lead) })
    await seedList(t, other, { type: 'people', leads: [lead('stranger')] })
    await t.call(addSuppressions, { body: { values: ['bo@a.example'] } }, owner)
    const files = await exported(owner)
    const all = [...files.values()].join('\n')
    const of = (pattern: RegExp) => [...files.entries()].find(([path]) => pattern.test(path))?.[1] ?? ''

    const csv = of(new RegExp(`^lists/${list.id}-.*/leads\\.csv$`))
    const leads = of(new RegExp(`^lists/${list.id}-.*/leads\\.ndjson$`))
      .trim()
      .split('\n')
    expect([csv.trim().split(/\r?\n/).length, leads.length]).toEqual([3, 2])
    expect(leads.map((row) => JSON.parse(row).name)).toEqual(['ann', 'cleo'])
    expect(JSON.parse(of(/^members/))).toMatchObject({ email: owner.email })
    expect(of(/^suppression-list/)).toContain('bo@a.example')
    expect(of(/^ledger/)).toContain('Free credits of the plan')
    expect(of(/^README/)).toContain('ledger.ndjson')
    for (const path of files.keys())
      if (path.endsWith('.ndjson') && !path.startsWith('lists/')) expect(of(/^README/)).toContain(path)
    expect(all).not.toContain('stranger')
    expect(all).not.toMatch(/password_hash|argon2|_sealed|"salt"|"digest"/)

    expect((await t.call(notifications, {}, owner)).body.data).toMatchObject([
      { kind: 'export_ready', link: '/profile-settings/account-data' },
    ])
    expect((await t.call(accountExports, {}, owner)).body.data).toMatchObject([
      { state: 'succeeded', file: { bytes: expect.any(Number) } },
    ])
  })

  it("is available to the account's seller, and both audit logs record it", async () => {
    const seller = await t.account({ modules: ['leads', 'whitelabel'] })
    const stranger = await t.account({ modules: ['leads', 'whitelabel'] })
    const owner = await t.account({ parent: seller })
    await seedList(t, owner, { type: 'people', leads: [{ values: { name: 'Ann' } }] })
    const at = { params: { id: owner.accountId } }
    const run = (await t.call(startCustomerExport, at, seller)).body.data
    expect(await t.finished(run.id, owner)).toMatchObject({ state: 'succeeded' })
    expect((await t.call(customerExports, at, seller)).body.data).toMatchObject([
      { id: run.id, created_by: seller.email, file: { bytes: expect.any(Number) } },
    ])
    const archive = { params: { ...at.params, run_id: run.id } }
    const ticket = (await t.call(customerExportTicket, archive, seller)).body.data
    const files = await unpack(Buffer.from(await (await fetch(`${url}${ticket.url}`)).arrayBuffer()))
    expect([...files.values()].join('')).toContain('Ann')
    for (const as of [owner, seller])
      expect(
        (await t.call(auditLog, { query: { action: 'export.created' as const } }, as)).body.data,
      ).toHaveLength(1)

    for (const [endpoint, input] of [
      [startCustomerExport, at],
      [customerExports, at],
      [customerExportTicket, archive],
    ] as const)
      expect((await t.call(endpoint, input, stranger)).status).toBe(404)
    const own = { params: { id: seller.accountId, run_id: run.id } }
    expect((await t.call(customerExportTicket, own, seller)).status).toBe(404)
  })

  describe('for the seller', () => {
    let seller: TestUser
    let owner: TestUser
    const at = () => ({ params: { id: owner.accountId } })
    const start = (as: { token: string } = seller) => t.call(startCustomerExport, at(), as)
    const ticketOf = (run_id: number, as: { token: string } = seller) =>
      t.call(customerExportTicket, { params: { ...at().params, run_id } }, as)
    const exportedNotices = async (as: TestUser) =>
      (await t.call(notifications, {}, as)).body.data.filter(({ kind }) => kind === 'data_exported')
    beforeEach(async () => {
      seller = await t.account({ modules: ['leads', 'whitelabel'] })
      owner = await t.account({ parent: seller })
    })

    it('tells the owners once, also when the seller downloads an export of theirs', async () => {
      const second = await t.member(owner)
      await updateUser(t.app.ctx, second.id, { role: 'user' })
      const member = await t.member(owner)
      const run = (await start()).body.data
      await t.finished(run.id, owner)
      await ticketOf(run.id)
      for (const as of [owner, second])
        expect(await exportedNotices(as)).toMatchObject([{ title: 'Test exported your data' }])
      expect(await exportedNotices(member)).toEqual([])
      const own = (await t.call(startAccountExport, {}, owner)).body.data
      await t.finished(own.id, owner)
      expect(await exportedNotices(owner)).toHaveLength(1)
      await ticketOf(own.id)
      expect(await exportedNotices(owner)).toHaveLength(2)
    })

    it('is refused while an owner forbids to log in as them, also the file of an earlier one', async () => {
      const run = (await start()).body.data
      await t.finished(run.id, owner)
      await t.call(allowActing, { body: { allowed: false } }, owner)
      expect([(await start()).status, (await ticketOf(run.id)).status]).toEqual([409, 409])
      expect((await start(await t.admin())).status).toBe(409)
      expect((await t.call(startAccountExport, {}, owner)).status).toBe(201)
      await t.call(allowActing, { body: { allowed: true } }, owner)
      expect((await ticketOf(run.id)).status).toBe(201)
    })

    it('does not depend on what members who own nothing allow', async () => {
      await t.call(allowActing, { body: { allowed: false } }, await t.member(owner))
      expect((await start()).status).toBe(201)
    })

    it('is refused to API keys, whatever their scopes', async () => {
      const scopes = ['read', 'write', 'spend', 'export'] as const
      const body = { name: 'K', scopes: [...scopes], password: seller.password }
      const key = { token: (await t.call(createApiKey, { body }, seller)).body.data.key }
      const run = (await start()).body.data
      await t.finished(run.id, owner)
      const answers = [
        await start(key),
        await ticketOf(run.id, key),
        await t.call(customerExports, at(), key),
      ]
      expect(answers.map(({ status, error }) => [status, error.message])).toEqual(
        Array.from({ length: 3 }, () => [403, 'This request needs a signed-in person']),
      )
    })
  })

  it('is deleted when someone in it is erased or suppressed', async () => {
    const owner = await t.account()
    const emails = ['ann@a.example', 'bo@a.example']
    await seedList(t, owner, { type: 'people', leads: emails.map((email) => ({ values: { email } })) })
    for (const forget of [
      async () => {
        const answer = await t.call(erasePerson, { body: { email: 'ann@a.example' } }, owner)
        await t.finished(answer.body.data.run_id as number, owner)
        return answer
      },
      () => t.call(addSuppressions, { body: { values: ['bo@a.example'] } }, owner),
    ]) {
      const { id } = (await t.call(startAccountExport, {}, owner)).body.data
      await t.finished(id, owner)
      expect((await forget()).status).toBe(200)
      expect((await t.call(accountExportTicket, { params: { id } }, owner)).status).toBe(409)
    }
  })

  it('is refused when truncated on disk', async () => {
    const owner = await t.account()
    const { id } = (await t.call(startAccountExport, {}, owner)).body.data
    await t.finished(id, owner)
    const ticket = (await t.call(accountExportTicket, { params: { id } }, owner)).body.data
    const { rows } = await t.app.database.pool.query('select name from export_file where run_id = $1', [id])
    await truncate(join(t.dataDir, 'uploads', rows[0].name), 5)
    expect((await t.call(accountExportTicket, { params: { id } }, owner)).status).toBe(409)
    expect((await fetch(`${url}${ticket.url}`)).status).toBe(409)
  })

  it('starts during an audited change of the account', async () => {
    const owner = await t.account()
    const start = () => t.call(startAccountExport, {}, owner)
    expect((await duringAuditedChange(t, owner.accountId, start)).status).toBe(201)
  })

  it('is for owners, and its file for those of the same account', async () => {
    const owner = await t.account()
    const [member, stranger] = [await t.member(owner), await t.account()]
    const { id } = (await t.call(startAccountExport, {}, owner)).body.data
    await t.finished(id, owner)
    expect((await t.call(startAccountExport, {}, member)).status).toBe(403)
    expect((await t.call(accountExportTicket, { params: { id } }, member)).status).toBe(403)
    expect((await t.call(accountExportTicket, { params: { id } }, stranger)).status).toBe(404)
  })

  it('is kept for 24 hours, also when files of deleted lists are removed', async () => {
    const owner = await t.account()
    const { id } = (await t.call(startAccountExport, {}, owner)).body.data
    await t.finished(id, owner)
    const ticket = async () => (await t.call(accountExportTicket, { params: { id } }, owner)).status
    await removeExpiredExports(t.app.ctx)
    expect(await ticket()).toBe(201)
    await t.app.database.pool.query(
      `update export_file set expires_at = now() - interval '1 second' where run_id = $1`,
      [id],
    )
    await removeExpiredExports(t.app.ctx)
    expect(await ticket()).toBe(409)
  })
})

it('the archive has a file for each table in the manifest', async () => {
  const { PARTS } = await import('./account-parts.ts')
  const archived = TABLES.filter(({ archive }) => archive).map(({ name }) => name)
  expect(PARTS.map(({ table }) => table).sort()).toEqual(archived.sort())
})

it('every table of an account is in the archive, or excluded with a reason', async () => {
  const { PARTS } = await import('./account-parts.ts')
  const LEFT_OUT: Record<string, string> = {
    'margin_entry credit_pack recharge_rule':
      'what selling is set to and has earned, of which there is a file',
    'lead lead_label': 'with the leads of each list',
    'entity entity_alias charge deferred_charge reservation wallet member_cap grant_use credit_transfer credit_arrival':
      'sums and keys of what the ledger says',
    'run_item lookup ai_page model_key source_use quote agent_quote enrich_call enrich_item known_names verification_item source_attempt crm_item crm_consent exported_block list_pin lead_view_choice':
      'steps and choices of the moment',
    'website_visit email_verification found_email bounce corpus_person':
      'evidence about websites and addresses',
    'lead_change erasure import_mapping import_rejected export_file upload ticket':
      'passing, or kept elsewhere',
    'subscription subscription_change subscription_period access_hold access_policy account_contact trial_use plan_move plan_move_item source_credential audit_chain audit_checkpoint_head app_error corpus_area corpus_rejected':
      'of the program',
    'crm_win spent_proof': 'which wins and proofs of work have counted',
    kit_use: 'documents of kits, whose settings are in the archive themselves',
    kit: 'settings for customers, which an owner exports as documents',
    kit_version: 'settings for customers, which an owner exports as documents',
    kit_rollout: 'work on customers',
    kit_rollout_account: 'work on customers',
    'report_schedule sign_in_hour usage_day': 'figures for the platform’s staff, counted from what is there',
    'notification invitation idempotency_key mail_message customer_mail credit_alert': 'passing',
    'payment_authorization payment_checkout payment_connection payment_customer payment_difference payment_dispute payment_kick_account payment_kick_campaign payment_kick_product payment_price payment_subscription recharge_attempt waiting_sale':
      'ids and states at payment vendors, which have the account’s invoices',
    lead_score_model: 'computed from the leads',
    training_file: 'images and files of training pages, whose addresses are in their texts',
    'ai_training_passage ai_training_crawl_page': 'pieces of the AI training, and pages nobody chose',
    'import_address import_delivery': 'secrets, and deliveries of 30 days, whose leads are in their lists',
    'webhook_event webhook_delivery webhook_lane webhook_attempt': 'deliveries, which read leads anew',
    'mail_server mail_dkim_key mail_event_seen mail_event_source mail_setting mail_suppression':
      'how mails of a brand leave, with its secrets',
  }
  const known = new Set([...PARTS.map(({ table }) => table), ...Object.keys(LEFT_OUT).join(' ').split(' ')])
  const { rows } = await t.app.database.pool.query(
    `select distinct table_name from information_schema.columns join information_schema.tables t using (table_schema, table_name)
      where column_name = 'account_id' and table_schema = current_schema() and t.table_type = 'BASE TABLE'`,
  )
  expect(rows.map(({ table_name }) => table_name).filter((name) => !known.has(name))).toEqual([])
})
