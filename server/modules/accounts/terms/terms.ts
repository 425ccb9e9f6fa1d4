import type * as z from 'zod/mini'
import type { Terms } from '#contract/identity/me.ts'
import type { User } from '#contract/identity/user.ts'
import { findSiteById, findSiteOfHost } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { userReply } from './signals.ts'
import { canPublishForAll, canPublishForSite } from './terms-policy.ts'
import * as store from './terms-store.ts'

/** A version of terms, without its text. */
export interface TermsNotice {
  id: number
  version: number
  title: string
}

interface Acceptance {
  userId: number
  siteId: number | null
  version: number
  ip: string
  userAgent: string
}

const present = (row: store.TermsRow): z.output<typeof Terms> => ({
  ...pick(row, 'id', 'version', 'title', 'body'),
  published_at: row.published_at.toISOString(),
})

const makeNotice = ({ id, version, title }: TermsNotice): TermsNotice => ({ id, version, title })

// Terms that a site's people accept: the site's own, else the platform's. A version never changes.

const findSiteId = async (ctx: Context, host: string) => (await findSiteOfHost(ctx, host))?.id ?? null

/** A site's newest terms, without their text; null without any. */
export async function findCurrentTerms(ctx: Context, siteId: number | null): Promise<TermsNotice | null> {
  const found = await store.findNewestFor(ctx.db, siteId, null)
  return found ? makeNotice(found) : null
}

/** Records that someone accepted the newest terms. @throws AppError conflict when the version is not the newest. */
async function acceptTerms(ctx: Context, acceptance: Acceptance): Promise<void> {
  const newest = await store.findNewestFor(ctx.db, acceptance.siteId, null)
  if (!newest) throw conflict('There are no terms to accept')
  if (newest.version !== acceptance.version)
    throw conflict(`The terms have changed; read and accept version ${newest.version}`)
  await store.insertAcceptance(ctx.db, { ...acceptance, termsId: newest.id })
}

/**
 * The same for an earlier acceptance, as in a registration waiting for its code. Records nothing when the
 * terms have changed or been removed since, or no version was given: the person is asked again, like everyone else.
 */
export async function acceptTermsIfCurrent(
  ctx: Context,
  { version, ...person }: Omit<Acceptance, 'version'> & { version: number | undefined },
): Promise<void> {
  const newest = await store.findNewestFor(ctx.db, person.siteId, null)
  if (newest && newest.version === version)
    await store.insertAcceptance(ctx.db, { ...person, termsId: newest.id })
}

/** A site's terms that this user has not accepted in their newest version, or null. */
export async function findTermsToAccept(
  ctx: Context,
  userId: number,
  siteId: number | null,
): Promise<TermsNotice | null> {
  const found = await store.findNewestFor(ctx.db, siteId, userId)
  return found && !found.accepted ? makeNotice(found) : null
}

/**
 * For registration: passes when there are no terms or `version` is the newest.
 * @throws AppError validation_failed on `accept_terms`.
 */
export async function requireTermsAccepted(
  ctx: Context,
  siteId: number | null,
  version: number | undefined,
): Promise<void> {
  const newest = await findCurrentTerms(ctx, siteId)
  if (!newest || newest.version === version) return
  throw invalidField(
    'accept_terms',
    version === undefined
      ? 'Read and accept the terms'
      : `The terms have changed; read and accept version ${newest.version}`,
  )
}

export async function showTerms(ctx: Context, host: string) {
  const row = await store.findNewestTerms(ctx.db, await findSiteId(ctx, host))
  return row ? present(row) : null
}

/** Accepts the terms of the site of `host`. Returns the user. @throws AppError conflict. */
export async function acceptTermsOnSite(
  ctx: Context,
  actor: Actor,
  version: number,
  from: { ip: string; userAgent: string; host: string },
): Promise<User> {
  const siteId = await findSiteId(ctx, from.host)
  await transaction(ctx.db, async () => {
    await acceptTerms(ctx, { userId: actor.userId, siteId, version, ip: from.ip, userAgent: from.userAgent })
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { version } })
  })
  return userReply.ask(ctx, { actor, host: from.host })
}

/**
 * Publishes the next version of the platform's terms, or of their own site's.
 * @throws AppError forbidden for the platform's when not an administrator, not_found for someone else's
 *   site.
 */
export async function publishTerms(
  ctx: Context,
  actor: Actor,
  terms: { site_id?: number; title: string; body: string },
) {
  const siteId = terms.site_id ?? null
  if (siteId === null && !canPublishForAll(actor))
    throw new AppError('forbidden', 'Only administrators can publish the platform’s terms. Specify a site')
  if (siteId !== null && !canPublishForSite(actor, (await findSiteById(ctx, siteId))?.account_id ?? null))
    throw notFound('The site')
  const row = await transaction(ctx.db, async () => {
    const { title, body } = terms
    const made = await store.insertTerms(ctx.db, { siteId, title, body, publishedBy: actor.userId })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `terms:${made.id}`, detail: { title } })
    return made
  })
  return present(row)
}
