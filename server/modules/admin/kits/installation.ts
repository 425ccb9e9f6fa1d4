import { isDeepStrictEqual } from 'node:util'
import type { InstallationDiff } from '#contract/admin/installation.ts'
import type { InstallationDocument } from '#contract/admin/installation-document.ts'
import { INSTALLATION_PART_NAMES, type KitPartName } from '#contract/admin/kit-part-names.ts'
import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Actor, withModules } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { KitPart } from '#server/platform/kit-part.ts'
import { writeAll } from './apply-kit.ts'
import type { Comparison } from './compare-kit.ts'
import type { Settings } from './kits-store.ts'
import { completeContent, fillFromAccount, listKitParts, presentDocument, readPart } from './read-settings.ts'

type PartName = (typeof INSTALLATION_PART_NAMES)[number]

const listParts = (ctx: Context): KitPart<unknown>[] =>
  listKitParts(ctx).filter(({ name }) => (INSTALLATION_PART_NAMES as readonly string[]).includes(name))

/** The administrator in the installation’s own account, which has its site and plans without a package. */
async function getAdministrator(ctx: Context, actor: Actor): Promise<Actor> {
  const accountId = await findPlatformId(ctx.db)
  if (accountId === null) throw notFound('The account of the installation')
  return { ...withModules(actor, ['admin', 'whitelabel']), accountId }
}

/** The settings of the installation as a document, with references in place of secrets. */
export async function exportInstallation(ctx: Context, actor: Actor): Promise<Record<string, unknown>> {
  const administrator = await getAdministrator(ctx, actor)
  const settings: Settings = {}
  for (const part of listParts(ctx)) {
    const items = [...(await readPart(ctx, administrator, part)).values()]
    if (items.length === 0) continue
    settings[part.name as PartName] = Object.fromEntries(
      items.map(({ name, content }) => [name, part.conceal?.(name, content) ?? content]),
    )
  }
  return presentDocument(ctx, { installation: ctx.site.publicUrl() }, settings)
}

/** Two sides: a document that describes an installation is right, and each part in it is complete. */
async function compare(ctx: Context, administrator: Actor, document: InstallationDocument) {
  const found: Comparison[] = []
  for (const part of listParts(ctx)) {
    const written = document[part.name as PartName] as Record<string, unknown> | undefined
    if (!written) continue
    const now = await readPart(ctx, administrator, part)
    const seen = new Set<string>()
    const base = { part: part.name as KitPartName }
    for (const [name, draft] of Object.entries(written)) {
      const complete = completeContent(part.name, draft)
      const after = part.normalise?.(complete) ?? complete
      const setting = now.get(name.toLowerCase())
      seen.add(name.toLowerCase())
      const isSame = isDeepStrictEqual(setting?.content, fillFromAccount(part, after, setting?.content))
      const outcome = isSame ? 'unchanged' : setting ? 'changed' : 'added'
      found.push({ ...base, name: setting?.name ?? name, outcome, before: setting?.content, after, setting })
    }
    for (const [key, setting] of now) {
      if (seen.has(key)) continue
      const { name, content: before } = setting
      found.push({ ...base, name, outcome: 'removed', before, after: undefined, setting })
    }
  }
  return found
}

function presentDifference(found: readonly Comparison[]): InstallationDiff {
  const namesOf = (outcome: Comparison['outcome']) =>
    found.filter((one) => one.outcome === outcome).map(({ part, name }) => `${part}/${name}`)
  return {
    added: namesOf('added'),
    changed: namesOf('changed'),
    removed: namesOf('removed'),
    unchanged: namesOf('unchanged'),
  }
}

export const diffInstallation = async (
  ctx: Context,
  actor: Actor,
  document: InstallationDocument,
): Promise<InstallationDiff> =>
  presentDifference(await compare(ctx, await getAdministrator(ctx, actor), document))

/** All of it or nothing. @throws AppError validation_failed with the path of the setting, conflict. */
export const applyInstallation = (
  ctx: Context,
  actor: Actor,
  document: InstallationDocument,
): Promise<InstallationDiff> =>
  transaction(ctx.db, async () => {
    const administrator = await getAdministrator(ctx, actor)
    const found = await compare(ctx, administrator, document)
    const due = found.filter(({ outcome }) => outcome !== 'unchanged')
    const difference = presentDifference(found)
    if (due.length === 0) {
      markUnchanged()
      return difference
    }
    await writeAll(ctx, administrator, due)
    const { added, changed, removed } = difference
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { added, changed, removed } })
    return difference
  })
