import type { InstallationMailServer } from '#contract/admin/installation-sites.ts'
import { defineKitPart } from '#server/platform/kit-part.ts'
import { pick } from '#server/platform/pick.ts'
import { openPassword } from './mail-senders.ts'
import { removeMailServer, saveMailServer } from './mail-servers.ts'
import { findServer } from './mail-servers-store.ts'

/** The mail server of a site, with its password in place of which a document has a reference. */
export const mailServerKitPart = defineKitPart<InstallationMailServer>({
  name: 'mail_server',
  module: 'whitelabel',
  conceal: (_name, { password, ...server }, ending) => ({
    ...server,
    password: password === null ? null : `\${env:MAIL_PASSWORD${ending}}`,
  }),
  async list(ctx, { accountId }) {
    const row = await findServer(ctx.db, accountId)
    if (!row) return new Map()
    const plain = pick(row, 'host', 'port', 'security', 'username', 'from_address', 'reply_to', 'fallback')
    const { return_domain, password_sealed } = row
    let password: string | null = null
    try {
      password = password_sealed && openPassword(ctx, row)
    } catch {
      // One that can’t be read any more differs from any that a document has.
      password = ''
    }
    return new Map([['own', { id: 'own', content: { ...plain, return_domain, password } }]])
  },
  create: (ctx, actor, _name, content) => saveMailServer(ctx, actor, undefined, content),
  change: (ctx, actor, _id, content) => saveMailServer(ctx, actor, undefined, content),
  remove: (ctx, actor) => removeMailServer(ctx, actor, undefined),
})
