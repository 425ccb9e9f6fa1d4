import type { AiListType, PromptType } from '#contract/ai/ai-prompt-types.ts'
import { type FineTune, MAX_PROMPTS, type PromptContent } from '#contract/ai/ai-prompts.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { canEditPrompt, canSharePrompt } from './prompt-policy.ts'
import { checkPromptText } from './prompt-variables.ts'
import * as store from './prompts-store.ts'
import { makeViewer, showPrompt } from './read-prompts.ts'

interface PromptInput extends PromptContent {
  name: string
  is_shared: boolean
}

const isSameContent = (a: PromptContent, b: PromptContent): boolean =>
  a.text === b.text && a.max_characters === b.max_characters && a.language === b.language

// Saves prompts: every change of content is a new version, and versions never change.

async function checkPrompt(ctx: Context, actor: Actor, type: AiListType, text: string, field?: string) {
  const custom = await findFieldDefinitions(ctx.db, actor.accountId)
  checkPromptText(text, type, custom)
  if (field !== undefined && !custom.some(({ name, kind }) => name === field && kind === 'text'))
    throw invalidField('field', 'Choose a custom text field')
}

/** Locks a prompt that this person may change: their own, or a shared one. */
async function lockEditable(ctx: Context, actor: Actor, id: number) {
  const row = await store.lockPrompt(ctx.db, actor.accountId, id)
  if (!row || !canEditPrompt(actor, row)) throw notFound('The prompt')
  return row
}

async function writeVersion(
  ctx: Context,
  actor: Actor,
  id: number,
  content: PromptContent,
  name?: Partial<PromptInput>,
) {
  const row = await lockEditable(ctx, actor, id)
  const versions = await store.findVersions(ctx.db, actor.accountId, id)
  const version = (versions[0]?.version ?? 0) + 1
  await store.insertVersion(ctx.db, makeViewer(actor), { id, version }, content)
  await store.updatePrompt(ctx.db, actor.accountId, id, {
    version,
    name: name?.name ?? row.name,
    is_shared: name?.is_shared ?? row.is_shared,
  })
  return version
}

const auditPrompt = (ctx: Context, actor: Actor, id: number, detail: Record<string, unknown>) =>
  recordAudit(ctx.db, { accountId: actor.accountId, subject: `prompt:${id}`, detail })

/** @throws AppError validation_failed, conflict. */
export async function createPrompt(
  ctx: Context,
  actor: Actor,
  input: PromptInput & { type: AiListType; prompt_type: PromptType; field?: string },
): Promise<FineTune> {
  await checkPrompt(ctx, actor, input.type, input.text, input.field)
  return transaction(ctx.db, async () => {
    if ((await store.countPrompts(ctx.db, actor.accountId)) >= MAX_PROMPTS)
      throw conflict(`You’ve reached the limit of ${MAX_PROMPTS} prompts. Delete one to add another`)
    const { type, prompt_type, name, is_shared } = input
    const viewer = makeViewer(actor)
    const id = await store.insertPrompt(ctx.db, viewer, {
      type,
      prompt_type,
      name,
      is_shared,
      field: input.field ?? null,
    })
    await store.insertVersion(ctx.db, viewer, { id, version: 1 }, input)
    auditPrompt(ctx, actor, id, { name, type, prompt_type })
    return showPrompt(ctx.db, actor, id)
  })
}

/** Saves a change to the version the caller read. @throws AppError not_found, conflict, validation_failed. */
export async function updatePrompt(
  ctx: Context,
  actor: Actor,
  id: number,
  input: PromptInput & { version: number },
): Promise<FineTune> {
  const before = await showPrompt(ctx.db, actor, id)
  await checkPrompt(ctx, actor, before.type, input.text)
  return transaction(ctx.db, async () => {
    const row = await lockEditable(ctx, actor, id)
    const current = await showPrompt(ctx.db, actor, id)
    if (row.version !== input.version)
      throw conflict('Someone else changed this prompt. Reload to see their version', {
        details: { current },
      })
    const is_shared = canSharePrompt(actor, row) ? input.is_shared : row.is_shared
    const isSame = isSameContent(current, input)
    if (isSame && current.name === input.name && current.is_shared === is_shared) {
      markUnchanged()
      return current
    }
    if (isSame) await store.updatePrompt(ctx.db, actor.accountId, id, { name: input.name, is_shared })
    else await writeVersion(ctx, actor, id, input, { name: input.name, is_shared })
    auditPrompt(ctx, actor, id, { name: input.name, version: isSame ? row.version : row.version + 1 })
    return showPrompt(ctx.db, actor, id)
  })
}

export const removePrompt = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const { name } = await lockEditable(ctx, actor, id)
    await store.deletePrompt(ctx.db, actor.accountId, id)
    auditPrompt(ctx, actor, id, { name })
  })

/** Restores a version as a new one. @throws AppError not_found, conflict when it is the current one. */
export const restorePrompt = (ctx: Context, actor: Actor, id: number, version: number): Promise<FineTune> =>
  transaction(ctx.db, async () => {
    const current = await lockEditable(ctx, actor, id)
    const target = (await store.findVersions(ctx.db, actor.accountId, id)).find(
      (item) => item.version === version,
    )
    if (!target) throw notFound('The version')
    if (current.version === version) throw conflict('This is already the current version')
    const written = await writeVersion(ctx, actor, id, target)
    auditPrompt(ctx, actor, id, { restored: version, version: written })
    return showPrompt(ctx.db, actor, id)
  })
