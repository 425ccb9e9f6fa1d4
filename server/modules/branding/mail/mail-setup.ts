import type { MailSetup } from '#contract/branding/mail.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { MailTransport } from '#server/providers/mail/index.ts'
import type { MailDeps } from './deliver-mail.ts'
import { lastSentBySmtp } from './mail-store.ts'

interface SetupDeps {
  db: Db
  /** The operator's own transport. */
  transport: MailTransport
  brandOf: MailDeps['brandOf']
}

export const createMailSetup = ({ db, transport, brandOf }: SetupDeps) => ({
  /** A description of this installation's mail setup. */
  async setup(): Promise<MailSetup> {
    const [brand, sentAt] = await Promise.all([brandOf(null), lastSentBySmtp(db)])
    const { id, server } = transport
    return {
      transport: id,
      server: server && {
        host: server.host,
        port: server.port,
        encryption: server.encryption,
        signs_in: server.signsIn,
      },
      from: brand.from,
      public_url: brand.url,
      last_sent_at: sentAt?.toISOString() ?? null,
    }
  },

  /** Whether a mail server is set up and has accepted a mail. */
  works: async () => transport.id === 'smtp' && (await lastSentBySmtp(db)) !== null,
})
