import { createHash } from 'node:crypto'
import { type Context, perContext } from '#server/platform/context.ts'
import { createSmtpTransport, type DkimKey, type MailTransport } from '#server/providers/mail/index.ts'
import { dkimContext, isAligned, readDomain } from './dkim-keys.ts'
import { findMailAccount } from './mail-account.ts'
import {
  type DkimKeyRow,
  findKeys,
  findPlatformAccount,
  findServer,
  type MailServerRow,
} from './mail-servers-store.ts'

/** A transport for a brand's mail. */
export interface MailSender {
  via: 'own' | 'platform'
  transport: MailTransport
  from: string
  replyTo: string | null
  dkim: DkimKey | null
  /** Bounce domain; null: the sender's address. */
  returnDomain: string | null
}

/** Criterion for a sender: the brand's own verified address, or the operator's. */
interface BrandAddresses {
  from: string
  supportEmail: string | null
}

/** Servers with pooled connections. */
const MAX_TRANSPORTS = 100

export const passwordContext = (accountId: number): string => `mail-server:${accountId}`

/** Transports of entered servers by a hash of their settings, the least recently used first. */
const transportsOf = perContext(() => new Map<string, MailTransport>())

/** Empty without one. @throws SecretBoxError. */
export const openPassword = (ctx: Context, row: MailServerRow): string =>
  row.password_sealed === null ? '' : ctx.secretBox.open(row.password_sealed, passwordContext(row.account_id))

/** Cached by its settings: a change creates another one. It reaches public addresses only. */
function findTransport(ctx: Context, row: MailServerRow): MailTransport {
  const { host, port, security, username } = row
  const pass = openPassword(ctx, row)
  const transports = transportsOf(ctx)
  const key = createHash('sha256')
    .update(JSON.stringify([host, port, security, username, pass]))
    .digest('base64url')
  const known = transports.get(key)
  const transport =
    known ??
    createSmtpTransport(
      {
        host,
        port,
        secure: security === 'tls',
        requireTls: security === 'starttls',
        ignoreTls: security === 'none',
        auth: username ? { user: username, pass } : null,
      },
      { connect: ctx.mailReach.connect },
    )
  transports.delete(key)
  transports.set(key, transport)
  const [oldest] = transports
  if (transports.size > MAX_TRANSPORTS && oldest) {
    transports.delete(oldest[0])
    void oldest[1].close()
  }
  return transport
}

const openKey = (ctx: Context, key: DkimKeyRow): DkimKey => ({
  domain: key.domain,
  selector: key.selector,
  privateKey: ctx.secretBox.open(key.private_key_sealed, dkimContext(key)),
})

/** The signing key for an address: that of the nearest domain with a published record. */
function keyFor(ctx: Context, keys: readonly DkimKeyRow[], address: string): DkimKey | null {
  const fitting = keys.filter(
    ({ state, domain }) => state === 'active' && isAligned(domain, readDomain(address)),
  )
  const [nearest] = fitting.sort((a, b) => b.domain.length - a.domain.length)
  return nearest ? openKey(ctx, nearest) : null
}

const ownSender = (
  ctx: Context,
  row: MailServerRow,
  keys: readonly DkimKeyRow[],
  brand: BrandAddresses,
): MailSender => ({
  via: 'own',
  transport: findTransport(ctx, row),
  from: row.from_address,
  replyTo: row.reply_to ?? brand.supportEmail,
  dkim: keyFor(ctx, keys, row.from_address),
  returnDomain: row.return_domain,
})

/** The platform's transport: the server of its page, else that of the environment. */
async function platformSender(
  ctx: Context,
  keys: readonly DkimKeyRow[],
  brand: BrandAddresses,
): Promise<MailSender> {
  const platformId = await findPlatformAccount(ctx.db)
  const row = platformId === null ? undefined : await findServer(ctx.db, platformId)
  return {
    via: 'platform',
    transport: row ? findTransport(ctx, row) : ctx.mailTransport,
    from: brand.from,
    replyTo: brand.supportEmail,
    dkim: keyFor(ctx, keys, brand.from),
    returnDomain: row?.return_domain ?? null,
  }
}

/** An account's transports, its own server first. The platform's follows without one, or as a fallback. */
export async function listAccountSenders(
  ctx: Context,
  accountId: number | null,
  brand: BrandAddresses,
): Promise<MailSender[]> {
  const row = accountId === null ? undefined : await findServer(ctx.db, accountId)
  const keys = accountId === null ? [] : await findKeys(ctx.db, accountId)
  if (!row) return [await platformSender(ctx, keys, brand)]
  const own = ownSender(ctx, row, keys, brand)
  if (accountId === (await findPlatformAccount(ctx.db))) {
    const spare: MailSender = { ...own, via: 'platform', transport: ctx.mailTransport }
    return row.fallback && ctx.mailTransport.id === 'smtp' ? [own, spare] : [own]
  }
  return row.fallback ? [own, await platformSender(ctx, keys, brand)] : [own]
}

/** A site's transports, in the order they are tried; null is the platform's own brand. */
export const listSiteSenders = async (ctx: Context, siteId: number | null, brand: BrandAddresses) =>
  listAccountSenders(ctx, await findMailAccount(ctx, siteId), brand)

/** Closes connections to mail servers after finishing what is being sent. */
export async function closeMailSenders(ctx: Context): Promise<void> {
  await Promise.all([...transportsOf(ctx).values()].map((transport) => transport.close()))
  await ctx.mailTransport.close()
}
