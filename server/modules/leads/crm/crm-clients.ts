import type { CrmId } from '#contract/leads/crm.ts'
import { perContext } from '#server/platform/context.ts'
import {
  type ContactCrm,
  createGhl,
  createKeap,
  createZapier,
  type MessageCrm,
} from '#server/providers/crms/index.ts'

/** CRMs that keep contacts. */
export const contactCrmsOf = perContext(
  ({ crmSetups }): ReadonlyMap<CrmId, ContactCrm> =>
    new Map([
      ['ghl', createGhl(crmSetups.ghl)],
      ['keap', createKeap(crmSetups.keap)],
    ]),
)

/** CRMs that receive leads as messages. */
export const messageCrmsOf = perContext(
  ({ webhookSending }): ReadonlyMap<CrmId, MessageCrm> =>
    new Map([['zapier', createZapier(webhookSending.outbound)]]),
)
