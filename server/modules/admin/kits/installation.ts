import { isDeepStrictEqual } from 'node:util'
import type { InstallationDiff } from '#contract/admin/installation.ts'
import type { InstallationDocument, SiteDocument } from '#contract/admin/installation-document.ts'
import {
  INSTALLATION_BODY_LIMIT,
  INSTALLATION_PART_NAMES,
  type InstallationPartName,
  type KitPartName,
  SITE_PART_NAMES,
} from '#contract/admin/kit-part-names.ts'
import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { type Actor, withModules } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { KitPart } from '#server/platform/kit-part.ts'
import { writeAll } from './apply-kit.ts'
import type { Comparison } from './compare-kit.ts'
import { findResellers } from './described-sites.ts'
import type { Settings } from './kits-store.ts'
import { completeContent, fillFromAccount, listKitParts, presentDocument, readPart } from './read-settings.ts'

const listParts = (ctx: Context, names: readonly InstallationPartName[]): KitPart<unknown>[] =>
  listKitParts(ctx).filter(({ name }) => (names as readonly string[]).includes(name))

/** The administrator in the installation’s own account, which has its site and plans without a package. */
async function getAdministrator(ctx: Context, actor: Actor): Promise<Actor> {
  const accountId = await findPlatformId(ctx.db)
  if (accountId === null) throw notFound('The account of the installation')
  return { ...withModules(actor, ['admin', 'whitelabel']), accountId }
}

/** Settings of an account, with references in place of secrets. */
async function readConcealed(ctx: Context, owner: Actor, parts: readonly KitPart<unknown>[], ending: string) {
  const settings: Settings = {}
  for (const part of parts) {
    const items = [...(await readPart(ctx, owner, part)).values()]
    if (items.length === 0) continue
    settings[part.name as KitPartName] = Object.fromEntries(
      items.map(({ name, content }) => [name, part.conceal?.(name, content, ending) ?? content]),
    )
  }
  return settings
}

/** Ends names of variables, each only once: other characters than letters and digits become one. */
function makeEnding(owner: string, taken: Set<string>): string {
  const plain = `_${owner.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`
  let ending = plain
  for (let number = 2; taken.has(ending); number++) ending = `${plain}_${number}`
  taken.add(ending)
  return ending
}

/** The settings of the installation as a document. @throws AppError conflict for one that is too large to be applied. */
export async function exportInstallation(ctx: Context, actor: Actor): Promise<Record<string, unknown>> {
  const administrator = await getAdministrator(ctx, actor)
  const own = await readConcealed(ctx, administrator, listParts(ctx, INSTALLATION_PART_NAMES), '')
  const document = presentDocument(ctx, { installation: ctx.site.publicUrl() }, own)
  const sites: Record<string, unknown> = {}
  const taken = new Set<string>()
  const resellers = [...(await findResellers(ctx, administrator))].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [owner, reseller] of resellers) {
    const ending = makeEnding(owner, taken)
    const settings = await readConcealed(ctx, reseller, listParts(ctx, SITE_PART_NAMES), ending)
    if (Object.keys(settings).length > 0) sites[owner] = presentDocument(ctx, {}, settings)
  }
  const whole = Object.keys(sites).length > 0 ? { ...document, sites } : document
  if (Buffer.byteLength(JSON.stringify(whole)) > INSTALLATION_BODY_LIMIT)
    throw conflict('The document would have more than 32 MB. Use smaller images at your sites')
  return whole
}

type Difference = Pick<InstallationDiff, 'waiting'> & { found: Comparison[] }

/** Two sides: a document that describes an installation is right, and each part in it is complete. */
async function compare(
  ctx: Context,
  owner: Actor,
  document: SiteDocument,
  names: readonly InstallationPartName[],
): Promise<Difference> {
  const found: Comparison[] = []
  const waiting: Difference['waiting'] = []
  for (const part of listParts(ctx, names)) {
    const written = (document as Record<string, Record<string, unknown> | undefined>)[part.name]
    if (!written) continue
    const now = await readPart(ctx, owner, part)
    const seen = new Set<string>()
    const base = { part: part.name as KitPartName }
    for (const [name, draft] of Object.entries(written)) {
      const complete = completeContent(part.name, draft)
      const wanted = part.normalise?.(complete) ?? complete
      const possible = await part.findPossible?.(ctx, owner, name, wanted)
      if (possible?.reason) waiting.push({ name: `${part.name}/${name}`, reason: possible.reason })
      const after = possible ? possible.content : wanted
      const setting = now.get(name.toLowerCase())
      seen.add(name.toLowerCase())
      const isSame = isDeepStrictEqual(setting?.content, fillFromAccount(part, after, setting?.content))
      const outcome = isSame ? 'unchanged' : setting ? 'changed' : 'added'
      found.push({ ...base, name: setting?.name ?? name, outcome, before: setting?.content, after, setting })
    }
    for (const [key, setting] of now) {
      if (seen.has(key) || part.stays) continue
      const { name, content: before } = setting
      found.push({ ...base, name, outcome: 'removed', before, after: undefined, setting })
    }
  }
  return { found, waiting }
}

/** What a document changes in one account. `place` is where the settings are in it, such as `sites/OWNER/`. */
interface Section extends Difference {
  owner: Actor
  place: string
}

/** The installation’s own account and each reseller of the document, with those that aren’t there. */
async function compareAll(ctx: Context, actor: Actor, { sites = {}, ...own }: InstallationDocument) {
  const administrator = await getAdministrator(ctx, actor)
  const first = await compare(ctx, administrator, own, INSTALLATION_PART_NAMES)
  const sections: Section[] = [{ owner: administrator, place: '', ...first }]
  const waiting = [...first.waiting]
  const resellers = await findResellers(ctx, administrator)
  for (const [name, site] of Object.entries(sites)) {
    const owner = resellers.get(name)
    const place = `sites/${name}/`
    if (owner) {
      const section = await compare(ctx, owner, site, SITE_PART_NAMES)
      sections.push({ owner, place, ...section })
      waiting.push(...section.waiting.map((one) => ({ ...one, name: `${place}${one.name}` })))
    } else {
      const reason = `Nothing of this site was applied. First add the reseller with the owner ${name}, then apply the document again`
      waiting.push({ name: `sites/${name}`, reason })
    }
  }
  const kept = [...resellers.keys()].filter((name) => !Object.hasOwn(sites, name)).sort()
  return { sections, waiting, kept: kept.map((name) => `sites/${name}`) }
}

type Compared = Awaited<ReturnType<typeof compareAll>>

function presentDifference({ sections, waiting, kept }: Compared): InstallationDiff {
  const namesOf = (outcome: Comparison['outcome']) =>
    sections.flatMap(({ place, found }) =>
      found.filter((one) => one.outcome === outcome).map(({ part, name }) => `${place}${part}/${name}`),
    )
  return {
    added: namesOf('added'),
    changed: namesOf('changed'),
    removed: namesOf('removed'),
    unchanged: namesOf('unchanged'),
    waiting,
    kept,
  }
}

export const diffInstallation = async (
  ctx: Context,
  actor: Actor,
  document: InstallationDocument,
): Promise<InstallationDiff> => presentDifference(await compareAll(ctx, actor, document))

/** All of it that is possible, or nothing. @throws AppError validation_failed with the path of the setting, conflict. */
export const applyInstallation = (
  ctx: Context,
  actor: Actor,
  document: InstallationDocument,
): Promise<InstallationDiff> =>
  transaction(ctx.db, async () => {
    const compared = await compareAll(ctx, actor, document)
    const difference = presentDifference(compared)
    const { added, changed, removed } = difference
    if (added.length + changed.length + removed.length === 0) {
      markUnchanged()
      return difference
    }
    for (const { owner, place, found } of compared.sections) {
      const due = found.filter(({ outcome }) => outcome !== 'unchanged')
      await writeAll(ctx, owner, due, { place: `document.${place.replaceAll('/', '.')}` })
    }
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { added, changed, removed } })
    return difference
  })
