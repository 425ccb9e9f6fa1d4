import type { MailServer, saveMailServer as saveEndpoint } from '#contract/branding/mail-server.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  auditSiteChange,
  ensureSiteScope,
  findBrand,
  findSiteScope,
} from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { checkServer } from './check-server.ts'
import { checkDkimKeys } from './dkim-key-changes.ts'
import { findKeyRecord, isAligned, presentKey, readDomain } from './dkim-keys.ts'
import { checkDomain } from './dns-checks.ts'
import { listAccountSenders, passwordContext } from './mail-senders.ts'
import { deleteServer, findKeys, findServer, type MailServerRow, saveServer } from './mail-servers-store.ts'
import { mailPause } from './signals.ts'

type SaveBody = ParsedInput<typeof saveEndpoint>['body']

/** The sealed password to store: a stored one must not be sent to another server. @throws AppError. */
function passwordFor(box: SecretBox, accountId: number, body: SaveBody, before: MailServerRow | undefined) {
  if (!body.username) return null
  if (body.password) return box.seal(body.password, passwordContext(accountId))
  const storedPassword = before?.password_sealed ?? null
  const same = before?.host === body.host && before.port === body.port && before.username === body.username
  if (body.password === undefined && storedPassword !== null && same) return storedPassword
  throw invalidField(
    'password',
    storedPassword === null ? 'Field is required' : 'Enter the password again for this server',
  )
}

type Found = Awaited<ReturnType<typeof findMailServerScope>>

/** An account with its brand, as its owners may see it. @throws AppError not_found. */
export async function findMailServerScope(ctx: Context, actor: Actor, accountId: number | undefined) {
  const { account, site } = await findSiteScope(ctx, actor, accountId)
  const isPlatform = account.parent_id === null
  const siteId = isPlatform ? null : (site?.id ?? null)
  return { account, siteId, isPlatform, brand: await findBrand(ctx, siteId) }
}

async function present(ctx: Context, { account, isPlatform, brand }: Found): Promise<MailServer> {
  const row = await findServer(ctx.db, account.id)
  const [sender] = await listAccountSenders(ctx, account.id, brand)
  const known = await findKeys(ctx.db, account.id)
  return {
    account_id: account.id,
    is_platform: isPlatform,
    host: row?.host ?? null,
    port: row?.port ?? null,
    security: row?.security ?? null,
    username: row?.username ?? null,
    has_password: Boolean(row?.password_sealed),
    from_address: row?.from_address ?? null,
    reply_to: row?.reply_to ?? null,
    fallback: row?.fallback ?? false,
    return_domain: row?.return_domain ?? null,
    sends_by: sender?.transport.id === 'console' ? 'log' : (sender?.via ?? 'log'),
    sends_from: sender?.from ?? brand.from,
    dkim: known.map(presentKey),
    paused_at: (await mailPause.ask(ctx, { accountId: account.id }))?.toISOString() ?? null,
    updated_at: row?.updated_at.toISOString() ?? null,
  }
}

export const showMailServer = async (ctx: Context, actor: Actor, accountId: number | undefined) =>
  present(ctx, await findMailServerScope(ctx, actor, accountId))

export const saveMailServer = (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  body: SaveBody,
): Promise<MailServer> =>
  transaction(ctx.db, async () => {
    // Mails belong to a site, so one must exist.
    const { account } = await ensureSiteScope(ctx, actor, accountId)
    const { host, port, security, from_address } = body
    const username = body.username || null
    checkServer({ host, port, security, username }, ctx.mailReach.hosts)
    const before = await findServer(ctx.db, account.id)
    await saveServer(ctx.db, {
      account_id: account.id,
      host,
      port,
      security,
      username,
      password_sealed: passwordFor(ctx.secretBox, account.id, body, before),
      from_address,
      reply_to: body.reply_to === undefined ? (before?.reply_to ?? null) : body.reply_to,
      fallback: body.fallback ?? before?.fallback ?? false,
      return_domain: body.return_domain === undefined ? (before?.return_domain ?? null) : body.return_domain,
    })
    auditSiteChange(ctx, actor, account.id, `account:${account.id}`, {
      host,
      port,
      security,
      from: from_address,
    })
    return present(ctx, await findMailServerScope(ctx, actor, accountId))
  })

export const removeMailServer = (ctx: Context, actor: Actor, accountId: number | undefined): Promise<void> =>
  transaction(ctx.db, async () => {
    const { account } = await findMailServerScope(ctx, actor, accountId)
    if (!(await deleteServer(ctx.db, account.id))) return markUnchanged()
    auditSiteChange(ctx, actor, account.id, `account:${account.id}`, {})
  })

/** Records changes of an account's server in the audit log. */
export const recordMailServerChange = (
  ctx: Context,
  actor: Actor,
  accountId: number,
  detail: Record<string, unknown>,
): Promise<void> =>
  transaction(ctx.db, async () => auditSiteChange(ctx, actor, accountId, `account:${accountId}`, detail))

/** Checks the sender domain's DNS, and activates published keys. */
export async function checkMailServer(ctx: Context, actor: Actor, accountId: number | undefined) {
  const found = await findMailServerScope(ctx, actor, accountId)
  const [sender] = await listAccountSenders(ctx, found.account.id, found.brand)
  const domain = readDomain(sender?.from ?? found.brand.from)
  const row = await findServer(ctx.db, found.account.id)
  const known = await findKeys(ctx.db, found.account.id)
  const changed = await checkDkimKeys(
    ctx,
    known.filter(({ state }) => state !== 'retiring'),
  )
  const key = known.find((item) => item.state !== 'retiring' && isAligned(item.domain, domain))
  const seen = key ? await findKeyRecord(ctx.dns, key) : 'none'
  const host = row && !ctx.mailReach.hosts.has(row.host) ? row.host : null
  return { found, changed, result: await checkDomain(ctx.dns, { domain, host, key, seen }) }
}
