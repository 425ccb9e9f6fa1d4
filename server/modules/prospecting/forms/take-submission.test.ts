import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { leads } from '#contract/leads/leads.ts'
import { deleteList } from '#contract/leads/lists.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import type { Context } from '#server/platform/context.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { removeUnconfirmed } from './submissions-store.ts'
import { confirmSubmission, findConfirmation, type NewSubmission, takeSubmission } from './take-submission.ts'

let t: TestApp
let user: TestUser
let listId: number
beforeAll(async () => {
  t = await sharedWebApp()
})
beforeEach(async () => {
  user = await t.account()
  listId = (await seedList(t, user)).id
})
afterAll(() => t.close())

const db = () => t.app.database.db
const VALUES = {
  name: 'Blue Door Bakery',
  email: 'hello@bluedoor.example',
  website: 'https://bluedoor.example',
}
const take = (given: Partial<NewSubmission> = {}) =>
  takeSubmission(t.app.ctx, {
    accountId: user.accountId,
    formId: null,
    source: 'Contact us',
    listId,
    type: 'local',
    values: VALUES,
    labelIds: [],
    notifyIds: [user.id],
    consent: { text: 'You may call me.', at: new Date('2026-11-03T10:00:00Z') },
    language: 'de',
    ip: '192.0.2.7',
    needsConfirmation: true,
    ...given,
  })
const stored = () =>
  db().selectFrom('submission').selectAll().where('account_id', '=', user.accountId).execute()
const names = async () =>
  (await t.call(leads, { params: { type: 'local', id: listId }, body: {} }, user)).body.data.map(
    ({ values }) => values.name,
  )
const told = async () =>
  (await t.call(notifications, {}, user)).body.data.map(({ kind, text }) => [kind, text])

/** The token of the link in the mail. */
async function mailedToken(): Promise<string> {
  const { id, secrets_sealed } = await db()
    .selectFrom('mail_message')
    .select(['id', 'secrets_sealed'])
    .where('account_id', '=', user.accountId)
    .where('template', '=', 'confirm-submission')
    .executeTakeFirstOrThrow()
  const { link } = JSON.parse(t.app.ctx.secretBox.open(secrets_sealed as string, `mail:${id}`))
  return String(link).split('/forms/confirm/')[1] as string
}

it('is a lead at once where nothing has to be confirmed, and people are told', async () => {
  const row = await take({ needsConfirmation: false })
  expect(row).toMatchObject({ state: 'received', is_new: true, token_hash: null })
  expect(await names()).toEqual([VALUES.name])
  expect(await told()).toEqual([['submission_received', 'Blue Door Bakery is in your list.']])
  const [kept] = await stored()
  expect(kept).toMatchObject({ consent: 'You may call me.', language: 'de', values: VALUES })
  expect(kept?.consented_at?.toISOString()).toBe('2026-11-03T10:00:00.000Z')
  expect(JSON.stringify(kept)).not.toContain('192.0.2.7')
})

it('waits for the confirmation, which works once', async () => {
  expect((await take()).state).toBe('unconfirmed')
  expect([await names(), await told()]).toEqual([[], []])
  const token = await mailedToken()
  expect(await findConfirmation(t.app.ctx, token)).toMatchObject({ state: 'unconfirmed' })
  expect([
    await confirmSubmission(t.app.ctx, `${token}x`),
    await confirmSubmission(t.app.ctx, token),
    await confirmSubmission(t.app.ctx, token),
  ]).toEqual(['unknown', 'confirmed', 'before'])
  expect([await names(), (await told()).length]).toEqual([[VALUES.name], 1])
})

it('is refused without an email that could be confirmed', async () => {
  await expect(take({ values: { name: VALUES.name } })).rejects.toMatchObject({ code: 'validation_failed' })
  expect(await stored()).toEqual([])
})

it('is confirmed once by two at once', async () => {
  await take()
  const token = await mailedToken()
  const all = await Promise.all([1, 2, 3].map(() => confirmSubmission(t.app.ctx, token)))
  expect(all.sort()).toEqual(['before', 'before', 'confirmed'])
})

it('expires after seven days, and is then deleted', async () => {
  await take()
  const token = await mailedToken()
  const after = (days: number): Context => ({
    ...t.app.ctx,
    clock: { now: () => new Date(Date.now() + days * 86_400_000) },
  })
  expect(await findConfirmation(after(6.9), token)).not.toBeNull()
  expect(await findConfirmation(after(7.1), token)).toBeNull()
  expect(await confirmSubmission(after(7.1), token)).toBe('unknown')
  await removeUnconfirmed(db(), 7)
  expect(await stored()).toHaveLength(1)
  await db()
    .updateTable('submission')
    .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('account_id', '=', user.accountId)
    .execute()
  await removeUnconfirmed(db(), 7)
  expect(await stored()).toEqual([])
})

it('makes no lead of somebody on the suppression list and sends them no email', async () => {
  await t.call(addSuppressions, { body: { values: [VALUES.email] } }, user)
  expect((await take()).state).toBe('suppressed')
  expect([await names(), await told()]).toEqual([[], []])
  await expect(mailedToken()).rejects.toThrow()
})

it('is kept when its list is gone by the time of the confirmation', async () => {
  await take()
  await t.call(deleteList, { params: { id: listId } }, user)
  expect(await confirmSubmission(t.app.ctx, await mailedToken())).toBe('confirmed')
  expect((await stored())[0]).toMatchObject({ state: 'no_list', lead_id: null })
})
