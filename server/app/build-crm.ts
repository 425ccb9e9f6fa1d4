import { CRMS } from '#contract/core/constants.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import { checkUrl } from '#server/modules/activity/webhooks/index.ts'
import { plainHost } from '#server/modules/branding/sites/index.ts'
import {
  createConnections,
  createCrmAccess,
  createCrmFields,
  createPushService,
  crmExecutors,
  crmRoutes,
} from '#server/modules/leads/crm/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { createPace } from '#server/platform/pace.ts'
import {
  type ContactCrm,
  createGhl,
  createKeap,
  createZapier,
  type MessageCrm,
} from '#server/providers/crms/index.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

/** Accepts URLs on a CRM's host; in development also names of HOST_MAP. */
function checkHook(url: string, host: string | undefined, mapped: ReadonlySet<string>): string {
  const checked = checkUrl(url, mapped)
  const { hostname } = new URL(checked)
  if (hostname === host || mapped.has(hostname)) return checked
  throw invalidField('url', `Enter a catch hook URL that starts with https://${host}/`)
}

export function buildCrm(platform: Platform, base: Base) {
  const { db, secretKey, site, webhookSending, crmSetups } = platform
  const crms: ReadonlyMap<CrmId, ContactCrm> = new Map([
    ['ghl', createGhl(crmSetups.ghl)],
    ['keap', createKeap(crmSetups.keap)],
  ])
  const hooks: ReadonlyMap<CrmId, MessageCrm> = new Map([['zapier', createZapier(webhookSending.outbound)]])
  const access = createCrmAccess({
    db,
    crms,
    now: systemClock.now,
    pace: createPace(db),
    secretBox: createSecretBox(secretKey),
    refused: ({ account_id: accountId, id, label, problem, crm }) =>
      transaction(db, async () => {
        const reason =
          problem ?? `${crms.get(crm)?.label ?? crm} rejected this connection. Reconnect to continue`
        const detail = { connection_id: id, name: label, since: systemClock.now().toISOString(), reason }
        await base.notifications.notify({ accountId, permission: 'owner', kind: 'crm_refused', detail })
      }),
  })
  const connections = createConnections({
    db,
    access,
    crms,
    originOf: async (host) => {
      const current = await base.sites.ofHost(host)
      return current ? `https://${plainHost(host)}` : site.publicUrl()
    },
    checkHook: (crm, url) => checkHook(url, hooks.get(crm)?.host, webhookSending.hosts),
    offeredTo: async (realmId) => {
      const brand = (await base.sites.ofRealm(realmId)) ?? (await base.sites.platformSite())
      return (brand?.crms ?? CRMS) as readonly CrmId[]
    },
  })
  const fields = createCrmFields({ db, connections, access })
  const pushes = createPushService({ db, ...base, connections, fields, access })
  return {
    modules: { connections, pushes },
    routes: crmRoutes({ connections, fields, pushes }),
    executors: crmExecutors({ db, ...base, access, hooks }),
  }
}
