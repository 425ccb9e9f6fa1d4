import { createHash } from 'node:crypto'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { TcpConnect } from '#server/platform/net/tcp-connect.ts'
import { createSmtpTransport, type DkimKey, type MailTransport } from '#server/providers/mail/index.ts'
import { dkimContext, domainOf, isAligned } from './dkim-keys.ts'
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

/** A site's mail transports, in the order they are tried. */
export type SendersOf = (siteId: number | null, brand: BrandAddresses) => Promise<MailSender[]>

/** Servers with pooled connections. */
const MAX_TRANSPORTS = 100

export const passwordContext = (accountId: number): string => `mail-server:${accountId}`

interface MailSendersDeps {
  db: Db
  secretBox: SecretBox
  /** The operator's own transport. */
  platformTransport: MailTransport
  /** Connects to entered hosts: public addresses only. */
  connect: TcpConnect
  accountOf(siteId: number): Promise<number | null>
}

/** Chooses server, sender and signature of each mail. */
export function createMailSenders(deps: MailSendersDeps) {
  const { db, secretBox, platformTransport, connect, accountOf } = deps
  const transports = new Map<string, MailTransport>()

  const passwordOf = (row: MailServerRow): string =>
    row.password_sealed === null ? '' : secretBox.open(row.password_sealed, passwordContext(row.account_id))

  /** Cached by its settings: a change creates another one. */
  function transportOf(row: MailServerRow): MailTransport {
    const { host, port, security, username } = row
    const pass = passwordOf(row)
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
        { connect },
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

  const openKey = (key: DkimKeyRow): DkimKey => ({
    domain: key.domain,
    selector: key.selector,
    privateKey: secretBox.open(key.private_key_sealed, dkimContext(key)),
  })

  /** The signing key for an address: that of the nearest domain with a published record. */
  function keyFor(keys: readonly DkimKeyRow[], address: string): DkimKey | null {
    const fitting = keys.filter(
      ({ state, domain }) => state === 'active' && isAligned(domain, domainOf(address)),
    )
    const [nearest] = fitting.sort((a, b) => b.domain.length - a.domain.length)
    return nearest ? openKey(nearest) : null
  }

  const ownSender = (row: MailServerRow, keys: readonly DkimKeyRow[], brand: BrandAddresses): MailSender => ({
    via: 'own',
    transport: transportOf(row),
    from: row.from_address,
    replyTo: row.reply_to ?? brand.supportEmail,
    dkim: keyFor(keys, row.from_address),
    returnDomain: row.return_domain,
  })

  /** The platform's transport: the server of its page, else that of the environment. */
  async function platformSender(keys: readonly DkimKeyRow[], brand: BrandAddresses): Promise<MailSender> {
    const platformId = await findPlatformAccount(db)
    const row = platformId === null ? undefined : await findServer(db, platformId)
    return {
      via: 'platform',
      transport: row ? transportOf(row) : platformTransport,
      from: brand.from,
      replyTo: brand.supportEmail,
      dkim: keyFor(keys, brand.from),
      returnDomain: row?.return_domain ?? null,
    }
  }

  /** An account's transports, its own server first. The platform's follows without one, or as a fallback. */
  async function ofAccount(accountId: number | null, brand: BrandAddresses): Promise<MailSender[]> {
    const row = accountId === null ? undefined : await findServer(db, accountId)
    const keys = accountId === null ? [] : await findKeys(db, accountId)
    if (!row) return [await platformSender(keys, brand)]
    const own = ownSender(row, keys, brand)
    if (accountId === (await findPlatformAccount(db))) {
      const spare: MailSender = { ...own, via: 'platform', transport: platformTransport }
      return row.fallback && platformTransport.id === 'smtp' ? [own, spare] : [own]
    }
    return row.fallback ? [own, await platformSender(keys, brand)] : [own]
  }

  return {
    ofAccount,
    of: (async (siteId, brand) =>
      ofAccount(
        siteId === null ? await findPlatformAccount(db) : await accountOf(siteId),
        brand,
      )) as SendersOf,
    async close(): Promise<void> {
      await Promise.all([...transports.values()].map((transport) => transport.close()))
      await platformTransport.close()
    },
  }
}
export type MailSenders = ReturnType<typeof createMailSenders>
