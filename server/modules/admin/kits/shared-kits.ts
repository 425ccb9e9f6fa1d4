import { KIT_TOKEN } from '#contract/admin/stored-kits.ts'
import { findBrandOfAccount } from '#server/modules/accounts/accounts/index.ts'
import { findBrand, findOwnSite } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { onFirstUse } from '#server/platform/first-use.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { presentDocument } from './read-settings.ts'
import * as store from './stored-kits-store.ts'

const yaml = onFirstUse<typeof import('yaml')>('yaml')
const sharedKitLimit = defineRateLimit({ name: 'shared-kit', points: 120, seconds: 60 * 60 })

async function findByToken(ctx: Context, token: string) {
  const kit = await store.findSharedKit(ctx.db, hashToken(token))
  const version = kit && (await store.findNewestVersion(ctx.db, kit))
  return kit && version ? { kit, version } : null
}

/** The kit of a link that someone pasted, whatever its host; null for one that doesn't work. */
export async function findKitOfLink(ctx: Context, link: string) {
  const token = link
    .split(/[/?#]/)
    .map((part) => part.trim())
    .find((part) => KIT_TOKEN.test(part))
  return token === undefined ? null : findByToken(ctx, token)
}

/** What anybody with the link sees. @throws AppError not_found, rate_limited. */
export async function showSharedKit(ctx: Context, token: string, ip: string) {
  await sharedKitLimit.consume(ctx, ip)
  const found = await findByToken(ctx, token)
  if (!found) throw notFound('The kit')
  const { name, description } = found.kit
  const head = { kit: name, ...(description && { description }) }
  const document = presentDocument(ctx, head, found.version.document)
  return { name, description, version: found.version.number, document }
}

/** The same as a file. */
export async function writeSharedKit(ctx: Context, token: string, ip: string): Promise<string> {
  const { document } = await showSharedKit(ctx, token, ip)
  return yaml().stringify(document, { lineWidth: 110 })
}

/** Makes a link in place of the one before. Only its hash is kept. @throws AppError not_found. */
export const shareKit = (ctx: Context, actor: Actor, id: number): Promise<{ url: string }> =>
  transaction(ctx.db, async () => {
    const kit = await store.lockKit(ctx.db, actor.accountId, id)
    if (!kit) throw notFound('The kit')
    const { token, hash } = newToken('kit_')
    await store.updateKitRow(ctx.db, kit, { share_hash: hash })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `kit:${id}`, detail: { name: kit.name } })
    const own = await findOwnSite(ctx, actor.accountId)
    const { url } = own ? await findBrand(ctx, own.id) : await findBrandOfAccount(ctx, actor.accountId)
    return { url: `${url}/api/shared-kits/${token}` }
  })

/** @throws AppError not_found. */
export const unshareKit = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const kit = await store.lockKit(ctx.db, actor.accountId, id)
    if (!kit) throw notFound('The kit')
    if (kit.share_hash === null) return markUnchanged()
    await store.updateKitRow(ctx.db, kit, { share_hash: null })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `kit:${id}`, detail: { name: kit.name } })
  })
