import type { ContactCrmId, CrmId } from '#contract/core/crms/index.ts'
import { perContext } from '#server/platform/context.ts'
import {
  CONTACT_CRM_ADAPTERS,
  type ContactCrm,
  MESSAGE_CRM_ADAPTERS,
  type MessageCrm,
} from '#server/providers/crms/index.ts'

/** CRMs that keep contacts. */
export const contactCrmsOf = perContext(
  ({ crmSetups }): ReadonlyMap<CrmId, ContactCrm> =>
    new Map(
      Object.entries(CONTACT_CRM_ADAPTERS).map(([id, { create }]) => [
        id as CrmId,
        create(crmSetups[id as ContactCrmId]),
      ]),
    ),
)

/** CRMs that receive leads as messages. */
export const messageCrmsOf = perContext(
  ({ webhookSending }): ReadonlyMap<CrmId, MessageCrm> =>
    new Map(
      Object.entries(MESSAGE_CRM_ADAPTERS).map(([id, { create }]) => [
        id as CrmId,
        create(webhookSending.outbound),
      ]),
    ),
)
