import { ownersOf } from '#server/modules/accounts/accounts/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import type { Db } from '#server/platform/db/db.ts'

export interface NotifyOwnersDeps {
  db: Db
  sites: Pick<SitesService, 'speakingTo' | 'brandOf'>
  mail: Pick<MailService, 'send'>
}

/** The page of a closed account, for any requested path. */
const CLOSED_PATH = '/account-closed'

/** Mails an account's owners; `siteId` is the brand they know. */
export async function notifyOwners(
  { db, sites, mail }: NotifyOwnersDeps,
  accountId: number,
  siteId: number | null,
  template: 'account-closed' | 'account-deletion-soon' | 'account-reopened',
  facts: { account_name: string; delete_at: Date },
): Promise<void> {
  const { url } = await sites.brandOf(siteId)
  for (const person of await ownersOf(db, accountId)) {
    const common = { siteId, to: person.email, accountId, userId: person.id }
    const variables = { first_name: person.first_name, account_name: facts.account_name }
    const secrets = { link: `${url}${template === 'account-reopened' ? '/' : CLOSED_PATH}` }
    if (template === 'account-reopened') await mail.send({ ...common, template, variables, secrets })
    else
      await mail.send({
        ...common,
        template,
        variables: { ...variables, when: facts.delete_at.toISOString() },
        secrets,
      })
  }
}
