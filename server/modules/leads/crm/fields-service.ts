import { createFieldsOfCrms, type FieldsDeps } from './crm-fields.ts'
import { createCrmMappings } from './mapping-service.ts'
import { createMissingFields } from './missing-fields.ts'

export function createCrmFields({ db, connections, access }: FieldsDeps) {
  const { create, ...crmFields } = createFieldsOfCrms({ db, connections, access })
  const { fields } = crmFields
  const mappings = createCrmMappings({ db, connections, access, fields })
  return {
    ...crmFields,
    ...mappings,
    ...createMissingFields({ ...mappings, connections, fields, create }),
  }
}

export type CrmFieldsService = ReturnType<typeof createCrmFields>
