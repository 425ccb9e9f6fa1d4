import * as z from 'zod/mini'
import { CrmMappingItem } from '../activity/run-kinds/crm.ts'
import { CRMS } from '../core/crms/index.ts'
import { LIST_TYPE_IDS } from '../leads/list-types/index.ts'

/** The rules of a list type for a CRM: `keap/local`. */
export const CrmTypeKey = z.string().check(
  z.refine(
    (key) => {
      const [crm = '', type = '', ...rest] = key.split('/')
      const isKnown = (CRMS as readonly string[]).includes(crm)
      return isKnown && (LIST_TYPE_IDS as readonly string[]).includes(type) && rest.length === 0
    },
    { error: `Write it as CRM/TYPE, with one of ${CRMS.join(', ')} and one of ${LIST_TYPE_IDS.join(', ')}` },
  ),
)

/** Which fields go where. Fields that people added to their CRM have another key in each, so they are in no document. */
export const KitCrmFields = z.strictObject({
  items: z.array(CrmMappingItem).check(z.minLength(1), z.maxLength(200)),
})
export type KitCrmFields = z.output<typeof KitCrmFields>
