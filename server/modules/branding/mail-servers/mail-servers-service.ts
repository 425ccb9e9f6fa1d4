import type { MailServer, saveMailServer as saveEndpoint } from '#contract/branding/mail-server.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { SiteScope } from '#server/modules/branding/sites/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { checkServer } from './check-server.ts'
import { createKeyChanges } from './dkim-key-changes.ts'
import { domainOf, findKeyRecord, isAligned, presentKey } from './dkim-keys.ts'
import { checkDomain } from './dns-checks.ts'
import { type MailSenders, passwordContext } from './mail-senders.ts'
import { deleteServer, findKeys, findServer, type MailServerRow, saveServer } from './mail-servers-store.ts'

type SaveBody = ParsedInput<typeof saveEndpoint>['body']

interface MailServersDeps {
  db: Db
  secretBox: SecretBox
  dns: Pick<DnsClient, 'txt' | 'mx' | 'addresses'>
  clock: Clock
  siteScope: SiteScope
  senders: MailSenders
  brandOf(
    siteId: number | null,
  ): Promise<{ name: string; url: string; from: string; supportEmail: string | null }>
  /** Names of HOST_MAP, which may be reached on this machine. */
  mappedHosts: ReadonlySet<string>
  /** Since when a site's mails are paused because of bounces. */
  pausedAt(accountId: number): Promise<Date | null>
}

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

/** A brand's mail server settings, for its owners. */
export function createMailServersService(deps: MailServersDeps) {
  const { db, secretBox, dns, clock, siteScope, senders, brandOf, mappedHosts, pausedAt } = deps

  async function find(actor: Actor, accountId: number | undefined) {
    const { account, site } = await siteScope.find(actor, accountId)
    const isPlatform = account.parent_id === null
    const brand = await brandOf(isPlatform ? null : (site?.id ?? null))
    return { account, site, isPlatform, brand }
  }
  const keys = createKeyChanges({ db, dns, secretBox, clock, siteScope })
  type Found = Awaited<ReturnType<typeof find>>

  async function present({ account, isPlatform, brand }: Found): Promise<MailServer> {
    const row = await findServer(db, account.id)
    const [sender] = await senders.ofAccount(account.id, brand)
    const known = await findKeys(db, account.id)
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
      paused_at: (await pausedAt(account.id))?.toISOString() ?? null,
      updated_at: row?.updated_at.toISOString() ?? null,
    }
  }

  return {
    show: async (actor: Actor, accountId: number | undefined) => present(await find(actor, accountId)),

    save: (actor: Actor, accountId: number | undefined, body: SaveBody): Promise<MailServer> =>
      transaction(db, async () => {
        // Mails belong to a site, so one must exist.
        const { account } = await siteScope.ensure(actor, accountId)
        const { host, port, security, from_address } = body
        const username = body.username || null
        checkServer({ host, port, security, username }, mappedHosts)
        const before = await findServer(db, account.id)
        await saveServer(db, {
          account_id: account.id,
          host,
          port,
          security,
          username,
          password_sealed: passwordFor(secretBox, account.id, body, before),
          from_address,
          reply_to: body.reply_to === undefined ? (before?.reply_to ?? null) : body.reply_to,
          fallback: body.fallback ?? before?.fallback ?? false,
          return_domain:
            body.return_domain === undefined ? (before?.return_domain ?? null) : body.return_domain,
        })
        siteScope.auditBoth(actor, account.id, `account:${account.id}`, {
          host,
          port,
          security,
          from: from_address,
        })
        return present(await find(actor, accountId))
      }),

    remove: (actor: Actor, accountId: number | undefined): Promise<void> =>
      transaction(db, async () => {
        const { account } = await find(actor, accountId)
        if (!(await deleteServer(db, account.id))) return markUnchanged()
        siteScope.auditBoth(actor, account.id, `account:${account.id}`, {})
      }),

    find,

    /** Records changes of an account's server in the audit log. */
    record: (actor: Actor, accountId: number, detail: Record<string, unknown>): Promise<void> =>
      transaction(db, async () => siteScope.auditBoth(actor, accountId, `account:${accountId}`, detail)),

    /** Checks the sender domain's DNS, and activates published keys. */
    async check(actor: Actor, accountId: number | undefined) {
      const found = await find(actor, accountId)
      const [sender] = await senders.ofAccount(found.account.id, found.brand)
      const domain = domainOf(sender?.from ?? found.brand.from)
      const row = await findServer(db, found.account.id)
      const known = await findKeys(db, found.account.id)
      const changed = await keys.check(known.filter(({ state }) => state !== 'retiring'))
      const key = known.find((item) => item.state !== 'retiring' && isAligned(item.domain, domain))
      const seen = key ? await findKeyRecord(dns, key) : 'none'
      const host = row && !mappedHosts.has(row.host) ? row.host : null
      return { found, changed, result: await checkDomain(dns, { domain, host, key, seen }) }
    },

    recheckKeys: keys.recheck,
    newKey: keys.make,
    addKey: keys.add,
  }
}
export type MailServersService = ReturnType<typeof createMailServersService>
