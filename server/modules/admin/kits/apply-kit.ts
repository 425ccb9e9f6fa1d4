import { isDeepStrictEqual } from 'node:util'
import type { KitDocument } from '#contract/admin/kit-document.ts'
import { KIT_PART_NAMES, type KitPartName, partLabel } from '#contract/admin/kit-part-names.ts'
import { fillVariables, listVariables } from '#contract/admin/kit-variables.ts'
import type { KIT_CHOICES, KitDiff } from '#contract/admin/kits.ts'
import { MODULE_LABELS } from '#contract/core/constants.ts'
import { lockAccount, requireOpenAccount } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { getActorIn } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound, prefixFields } from '#server/platform/errors.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { KitPart } from '#server/platform/kit-part.ts'
import { type Comparison, compareKit, presentDiff } from './compare-kit.ts'
import {
  findNewestUse,
  findUse,
  insertUse,
  type KitUseRow,
  type Settings,
  setRolledBack,
  type Touched,
} from './kits-store.ts'
import { completeContent, fillFromAccount, listKitParts, readPart } from './read-settings.ts'

export const settingsOf = (document: KitDocument): Settings =>
  Object.fromEntries(KIT_PART_NAMES.flatMap((name) => (document[name] ? [[name, document[name]]] : [])))

/** Who applies a kit, and as whom in the account that is changed. */
export interface People {
  actor: Actor
  target: Actor
}

/** Who changes a part needs its module, and so does the account. @throws AppError forbidden, conflict. */
export function requireModules(ctx: Context, actor: Actor, target: Actor, parts: ReadonlySet<string>): void {
  for (const { name, module, scope } of listKitParts(ctx)) {
    if (!parts.has(name)) continue
    const label = partLabel(name)
    if (scope && actor.scopes && !actor.scopes.includes(scope))
      throw new AppError('forbidden', `This API key lacks the scope "${scope}" for “${label}”`)
    const needed = MODULE_LABELS[module]
    if (!hasModule(actor, module))
      throw new AppError('forbidden', `You need the module ${needed} for “${label}”`)
    if (!hasModule(target, module))
      throw conflict(`The account’s package has no ${needed}, which “${label}” needs. Leave that part out`)
  }
}

/**
 * A document without empty parts whose module the account or the person lacks: there is nothing to remove. `skipped`
 * says why, a sentence for each.
 */
export function skipEmptyParts(
  ctx: Context,
  { actor, target }: People,
  settings: Settings,
): { settings: Settings; skipped: string[] } {
  const lacking = listKitParts(ctx).filter(({ name, module }) => {
    const items = settings[name as KitPartName]
    const isEmpty = items !== undefined && Object.keys(items).length === 0
    return isEmpty && !(hasModule(actor, module) && hasModule(target, module))
  })
  const names = lacking.map(({ name }) => name)
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name))),
    skipped: lacking.map(
      ({ name, module }) =>
        `“${partLabel(name)}” was skipped: it is empty, and ${hasModule(target, module) ? 'you have' : 'the account’s package has'} no ${MODULE_LABELS[module]}`,
    ),
  }
}

/** Sets, changes or removes one setting, in the transaction. Its errors name it. */
const writeSetting = (
  ctx: Context,
  target: Actor,
  part: KitPart<unknown>,
  { name, setting, after }: Pick<Comparison, 'name' | 'setting' | 'after'>,
  { restores, place }: { restores: boolean; place: string },
) =>
  prefixFields(`${place}${part.name}.${name}`, async () => {
    if (after === undefined || after === null) {
      await part.remove(ctx, target, setting?.id as number, setting?.name ?? name)
      return
    }
    const id = setting?.id ?? (restores ? await part.restore?.(ctx, target, name) : null) ?? null
    if (id === null) await part.create(ctx, target, name, after)
    else await part.change(ctx, target, id as number, after, setting?.name ?? name)
  })

/** Additions and changes in the order of the parts, then what goes away in the opposite order. */
export async function writeAll(
  ctx: Context,
  target: Actor,
  all: readonly Omit<Comparison, 'outcome'>[],
  { restores = false, place = 'document.' } = {},
): Promise<Touched[]> {
  const parts = listKitParts(ctx)
  const touched: Touched[] = []
  const write = async (part: KitPart<unknown>, isRemoval: boolean) => {
    for (const item of all) {
      const goes = item.after === undefined || item.after === null
      if (item.part !== part.name || goes !== isRemoval) continue
      await writeSetting(ctx, target, part, item, { restores, place })
      const { name, before, after } = item
      touched.push({ part: item.part, name, before: before ?? null, after: after ?? null })
    }
  }
  for (const part of parts) await write(part, false)
  for (const part of parts.toReversed()) await write(part, true)
  return touched
}

/** Records in the logs of both accounts. */
function audit(ctx: Context, actor: Actor, accountId: number, detail: Record<string, unknown>): void {
  for (const id of [...new Set([accountId, actor.accountId])].sort((a, b) => a - b))
    recordAudit(ctx.db, { accountId: id, subject: `account:${accountId}`, detail })
}

/** What is applied: a version of a stored kit has its ids. */
export interface Applied {
  kit: string
  kit_id: number | null
  kit_version: number | null
  settings: Settings
  conflicts: (typeof KIT_CHOICES)[number]
}

/** Settings with the values that they need. @throws AppError validation_failed that names those that are missing */
export function fillSettings(settings: Settings, variables: Record<string, string>): Settings {
  const missing = listVariables(settings).filter((name) => variables[name] === undefined)
  if (missing.length > 0)
    throw new AppError('validation_failed', `The kit needs a value for ${missing.join(', ')}`, {
      fields: Object.fromEntries(missing.map((name) => [`variables.${name}`, 'Give it a value'])),
    })
  return fillVariables(settings, (name) => variables[name] as string) as Settings
}

/** A document for one call. */
interface Input {
  document: KitDocument
  variables: Record<string, string>
}

const ofDocument = ({ document, variables }: Input) => ({
  kit: document.kit,
  kit_id: null,
  kit_version: null,
  settings: fillSettings(settingsOf(document), variables),
})

export async function diffKit(ctx: Context, actor: Actor, accountId: number, input: Input): Promise<KitDiff> {
  const target = await getActorIn(ctx, actor, accountId)
  const { settings: all, ...kit } = ofDocument(input)
  const { settings, skipped } = skipEmptyParts(ctx, { actor, target }, all)
  const last = await findNewestUse(ctx.db, accountId, kit)
  return presentDiff(accountId, await compareKit(ctx, target, settings, last?.document), skipped)
}

/**
 * Applies a document to an account, all of it or nothing. @throws AppError not_found, forbidden, conflict (module,
 * limit, name), validation_failed with the path of the setting.
 */
export async function applyKit(
  ctx: Context,
  actor: Actor,
  accountId: number,
  { conflicts, ...input }: Input & { conflicts: (typeof KIT_CHOICES)[number] },
): Promise<KitDiff & { use_id: number | null }> {
  const target = await getActorIn(ctx, actor, accountId)
  const { diff, use } = await applyAs(ctx, { actor, target }, { ...ofDocument(input), conflicts })
  return { ...diff, use_id: use.id }
}

/** Whether the account has exactly this already. A version counts as such only once it was applied as one. */
const isSame = (last: KitUseRow, { kit_id, kit_version, settings }: Applied): boolean =>
  isDeepStrictEqual(last.document, settings) &&
  (kit_id === null || (last.kit_id === kit_id && last.kit_version === kit_version))

/** The same between people who were found before. `isNew` is false where there was nothing to do. */
export const applyAs = (
  ctx: Context,
  { actor, target }: People,
  { settings: document, conflicts, ...kit }: Applied,
): Promise<{ diff: KitDiff; use: KitUseRow; isNew: boolean; touched: number }> => {
  const accountId = target.accountId
  const { settings, skipped } = skipEmptyParts(ctx, { actor, target }, document)
  requireModules(ctx, actor, target, new Set(Object.keys(settings)))
  return transaction(ctx.db, async () => {
    await requireOpenAccount(ctx.db, accountId)
    await lockAccount(ctx.db, accountId)
    const last = await findNewestUse(ctx.db, accountId, kit)
    const all = await compareKit(ctx, target, settings, last?.document)
    const due = all.filter(
      ({ outcome, before, after }) =>
        ['added', 'changed', 'removed'].includes(outcome) ||
        (outcome === 'conflict' && conflicts === 'replace' && !isDeepStrictEqual(before, after)),
    )
    const diff = presentDiff(accountId, all, skipped)
    const touched = await writeAll(ctx, target, due)
    if (touched.length === 0 && last && isSame(last, { settings: document, conflicts, ...kit })) {
      markUnchanged()
      return { diff, use: last, isNew: false, touched: 0 }
    }
    const by = { applied_by: actor.userId, applied_from: actor.accountId }
    const use = await insertUse(ctx.db, { account_id: accountId, ...kit, document, touched, ...by })
    const { added, changed, removed } = diff
    audit(ctx, actor, accountId, { kit: kit.kit, added, changed, removed })
    return { diff, use, isNew: true, touched: touched.length }
  })
}

/** Where a setting that a kit touched stands now, and what rolling back does to it. */
function judgeRollBack(now: unknown, { before, after }: Touched): Comparison['outcome'] {
  if (!isDeepStrictEqual(now ?? null, after)) return 'conflict'
  if (before === null) return 'removed'
  return after === null ? 'added' : 'changed'
}

/** Restores what was there before a kit. @throws AppError not_found, conflict unless it is the newest of its name. */
export async function rollBackKit(
  ctx: Context,
  actor: Actor,
  accountId: number,
  useId: number,
): Promise<KitDiff> {
  const target = await getActorIn(ctx, actor, accountId)
  return rollBackAs(ctx, { actor, target }, useId)
}

/** The same between people who were found before. */
export function rollBackAs(ctx: Context, { actor, target }: People, useId: number): Promise<KitDiff> {
  const accountId = target.accountId
  return transaction(ctx.db, async () => {
    await requireOpenAccount(ctx.db, accountId)
    await lockAccount(ctx.db, accountId)
    const use = await findUse(ctx.db, accountId, useId)
    if (!use) throw notFound('The kit')
    if (use.rolled_back_at) throw conflict('This was rolled back before')
    if ((await findNewestUse(ctx.db, accountId, use))?.id !== use.id)
      throw conflict('The account has a newer version of this kit. Roll that back first')
    requireModules(ctx, actor, target, new Set(use.touched.map(({ part }) => part)))
    const all: Comparison[] = []
    for (const part of listKitParts(ctx)) {
      const items = use.touched.filter((touched) => touched.part === part.name)
      if (items.length === 0) continue
      const now = await readPart(ctx, target, part)
      for (const item of items) {
        const setting = now.get(item.name.toLowerCase())
        const after = item.before === null ? undefined : completeContent(part.name, item.before)
        const set = item.after === null ? null : completeContent(part.name, item.after)
        const stored = { ...item, after: fillFromAccount(part, set, setting?.content) }
        const outcome = judgeRollBack(setting?.content, stored)
        const { name } = item
        all.push({ part: part.name as KitPartName, name, outcome, before: setting?.content, after, setting })
      }
    }
    await writeAll(
      ctx,
      target,
      all.filter(({ outcome }) => outcome !== 'conflict'),
      { restores: true },
    )
    await setRolledBack(ctx.db, accountId, use.id)
    audit(ctx, actor, accountId, { kit: use.kit, use: use.id })
    return presentDiff(accountId, all)
  })
}
