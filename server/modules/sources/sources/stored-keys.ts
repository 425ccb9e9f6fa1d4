import type { LeadSourceEntry } from '#contract/sources/lead-sources.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { removeCredential, storeCredential } from './credentials.ts'
import { findOwn, type KeyTest, updateOwn } from './credentials-store.ts'
import { endFailures, forgetKey } from './health-store.ts'
import { findSourceWithForm, showKeyState } from './key-reads.ts'
import type { KeyInput } from './key-tests.ts'
import type { KeyVerdict } from './test-key.ts'

/** A key in the audit log. */
const makeFacts = ({ hint, daily_limit }: { hint: string | null; daily_limit: number | null }) => ({
  key_hint: hint,
  daily_limit,
})

/** Stores a tested key, replacing the previous one. */
export async function saveSourceKey(
  ctx: Context,
  actor: Actor,
  id: string,
  input: KeyInput,
  test: KeyTest,
): Promise<LeadSourceEntry> {
  const { declaration } = findSourceWithForm(ctx, id)
  const { accountId, userId } = actor
  await transaction(ctx.db, async () => {
    const before = await findOwn(ctx.db, accountId, id)
    const stored = await storeCredential(ctx, { accountId, userId }, declaration, input.values, {
      test,
      dailyLimit: input.daily_limit,
    })
    await forgetKey(ctx.db, { sourceId: id, credentialId: stored.id })
    const after = await findOwn(ctx.db, accountId, id)
    const detail = {
      tested: test.tested_at !== null,
      ...fieldChanges(before ? makeFacts(before) : null, after ? makeFacts(after) : null),
    }
    recordAudit(ctx.db, { accountId, subject: `source:${id}`, detail })
  })
  return showKeyState(ctx, accountId, id)
}

/** Records the vendor's verdict on the stored key; an accepted one is no longer paused. */
export async function recordSourceKeyTest(ctx: Context, actor: Actor, id: string, verdict: KeyVerdict) {
  const { accountId } = actor
  const { declaration } = findSourceWithForm(ctx, id)
  await transaction(ctx.db, async () => {
    const test = 'test' in verdict ? verdict.test : {}
    const row = Object.keys(test).length > 0 ? await updateOwn(ctx.db, accountId, id, test) : undefined
    const credentialId = row?.id ?? 0
    if (verdict.state === 'accepted' && !verdict.test.test_problem && credentialId > 0) {
      await forgetKey(ctx.db, { sourceId: id, credentialId })
      await endFailures(ctx.db, { sourceId: id, credentialId })
    }
    recordAudit(ctx.db, { accountId, subject: `source:${id}`, detail: { result: verdict.state } })
  })
  const { label } = declaration
  const messages = {
    accepted: `${label} accepts the key`,
    refused: `${label} does not accept the key`,
    untestable: `${label} can’t test keys. The next search shows whether this one works`,
    unknown: '',
  }
  return { data: await showKeyState(ctx, accountId, id), message: messages[verdict.state] }
}

export async function limitSourceKey(
  ctx: Context,
  actor: Actor,
  id: string,
  dailyLimit: number | null,
): Promise<LeadSourceEntry> {
  const { accountId } = actor
  const source = findSourceWithForm(ctx, id)
  await transaction(ctx.db, async () => {
    const before = await findOwn(ctx.db, accountId, id)
    const row = await updateOwn(ctx.db, accountId, id, { daily_limit: dailyLimit })
    if (!row || !before) throw notFound(`Your key for ${source.declaration.label}`)
    const detail = fieldChanges({ daily_limit: before.daily_limit }, { daily_limit: dailyLimit })
    recordAudit(ctx.db, { accountId, subject: `source:${id}`, detail })
  })
  return showKeyState(ctx, accountId, id)
}

export async function removeSourceKey(ctx: Context, actor: Actor, id: string): Promise<LeadSourceEntry> {
  const { accountId } = actor
  const source = findSourceWithForm(ctx, id)
  await transaction(ctx.db, async () => {
    const before = await findOwn(ctx.db, accountId, id)
    const removed = await removeCredential(ctx, accountId, id)
    if (!removed || !before) throw notFound(`Your key for ${source.declaration.label}`)
    await forgetKey(ctx.db, { sourceId: id, credentialId: removed.id })
    const detail = fieldChanges(makeFacts(before), null)
    recordAudit(ctx.db, { accountId, subject: `source:${id}`, detail })
  })
  return showKeyState(ctx, accountId, id)
}
