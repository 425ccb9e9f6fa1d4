import { refuseInTransaction } from '#server/platform/db/db.ts'
import type { LeadSource } from './lead-source.ts'

/** Wraps a source so that it refuses calls while a transaction is open, because they may take long. */
export function guardSource(source: LeadSource): LeadSource {
  const refuse = () => refuseInTransaction(`A request to the source ${source.declaration.id}`)
  const { preview, search, enrich, verify, test, pending } = source
  return {
    ...source,
    async quote(...query) {
      refuse()
      return source.quote(...query)
    },
    ...(preview && {
      async preview(...query) {
        refuse()
        return preview(...query)
      },
    }),
    ...(search && {
      search(...query) {
        refuse()
        return search(...query)
      },
    }),
    ...(enrich && {
      enrich(...query) {
        refuse()
        return enrich(...query)
      },
    }),
    ...(test && {
      async test(...query) {
        refuse()
        return test(...query)
      },
    }),
    ...(pending && {
      async pending(...query) {
        refuse()
        return pending(...query)
      },
    }),
    ...(verify && {
      async verify(...query) {
        refuse()
        return verify(...query)
      },
    }),
  }
}
