import type * as z from 'zod/mini'
import type { Terms } from '#contract/identity/me.ts'
import type { User } from '#contract/identity/user.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { canPublishForAll, canPublishForSite } from './terms-policy.ts'
import * as store from './terms-store.ts'

/** A version of terms, without its text. */
export interface TermsNotice {
  id: number
  version: number
  title: string
}

export interface TermsDeps {
  db: Db
  sites: Pick<SitesService, 'ofHost'>
  /** The account that owns a site; null for an unknown site. */
  siteOwner(siteId: number): Promise<number | null>
  userReply(actor: Actor, host: string): Promise<User>
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

const notice = ({ id, version, title }: TermsNotice): TermsNotice => ({ id, version, title })

/** Terms that a site's people accept: the site's own, else the platform's. A version never changes. */
export function createTermsService({ db, sites, siteOwner, userReply }: TermsDeps) {
  const siteOf = async (host: string) => (await sites.ofHost(host))?.id ?? null

  /** A site's newest terms, without their text; null without any. */
  async function currentTerms(siteId: number | null): Promise<TermsNotice | null> {
    const found = await store.findNewestFor(db, siteId, null)
    return found ? notice(found) : null
  }

  /** Records that someone accepted the newest terms. @throws AppError conflict when the version is not the newest. */
  async function accept(acceptance: Acceptance): Promise<void> {
    const newest = await store.findNewestFor(db, acceptance.siteId, null)
    if (!newest) throw conflict('There are no terms to accept')
    if (newest.version !== acceptance.version)
      throw conflict(`The terms have changed; read and accept version ${newest.version}`)
    await store.insertAcceptance(db, { ...acceptance, termsId: newest.id })
  }

  return {
    current: currentTerms,
    accept,

    /**
     * The same for an earlier acceptance, as in a registration waiting for its code. Records nothing when the
     * terms have changed or been removed since, or no version was given: the person is asked again, like everyone else.
     */
    async acceptIfCurrent({
      version,
      ...person
    }: Omit<Acceptance, 'version'> & { version: number | undefined }): Promise<void> {
      const newest = await store.findNewestFor(db, person.siteId, null)
      if (newest && newest.version === version)
        await store.insertAcceptance(db, { ...person, termsId: newest.id })
    },

    /** A site's terms that this user has not accepted in their newest version, or null. */
    async toAccept(userId: number, siteId: number | null): Promise<TermsNotice | null> {
      const found = await store.findNewestFor(db, siteId, userId)
      return found && !found.accepted ? notice(found) : null
    },

    /**
     * For registration: passes when there are no terms or `version` is the newest.
     * @throws AppError validation_failed on `accept_terms`.
     */
    async requireAccepted(siteId: number | null, version: number | undefined): Promise<void> {
      const newest = await currentTerms(siteId)
      if (!newest || newest.version === version) return
      throw invalidField(
        'accept_terms',
        version === undefined
          ? 'Read and accept the terms'
          : `The terms have changed; read and accept version ${newest.version}`,
      )
    },

    async show(host: string) {
      const row = await store.findNewestTerms(db, await siteOf(host))
      return row ? present(row) : null
    },

    /** Accepts the terms of the site of `host`. Returns the user. @throws AppError conflict. */
    async acceptOnSite(
      actor: Actor,
      version: number,
      from: { ip: string; userAgent: string; host: string },
    ): Promise<User> {
      const siteId = await siteOf(from.host)
      await transaction(db, async () => {
        await accept({ userId: actor.userId, siteId, version, ip: from.ip, userAgent: from.userAgent })
        recordAudit(db, { accountId: actor.accountId, detail: { version } })
      })
      return userReply(actor, from.host)
    },

    /**
     * Publishes the next version of the platform's terms, or of their own site's.
     * @throws AppError forbidden for the platform's when not an administrator, not_found for someone else's
     *   site.
     */
    async publish(actor: Actor, terms: { site_id?: number | undefined; title: string; body: string }) {
      const siteId = terms.site_id ?? null
      if (siteId === null && !canPublishForAll(actor))
        throw new AppError(
          'forbidden',
          'Only administrators can publish the platform’s terms. Specify a site',
        )
      if (siteId !== null && !canPublishForSite(actor, await siteOwner(siteId))) throw notFound('The site')
      const row = await transaction(db, async () => {
        const { title, body } = terms
        const made = await store.insertTerms(db, { siteId, title, body, publishedBy: actor.userId })
        recordAudit(db, { accountId: actor.accountId, subject: `terms:${made.id}`, detail: { title } })
        return made
      })
      return present(row)
    },
  }
}

export type TermsService = ReturnType<typeof createTermsService>
