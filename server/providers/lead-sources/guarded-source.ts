import { refuseInTransaction } from '#server/platform/db/db.ts'
import type { LeadSource } from './lead-source.ts'

/** Wraps a source so that it refuses calls while a transaction is open, because they may take long. */
export function guardSource(source: LeadSource): LeadSource {
  const refuse = () => refuseInTransaction(`A request to the source ${source.declaration.id}`)
  const { preview, search, enrich, verify, test, pending } = source
  return {
    ...source,
    async quote(...question) {
      refuse()
      return source.quote(...question)
    },
    ...(preview && {
      async preview(...question) {
        refuse()
        return preview(...question)
      },
    }),
    ...(search && {
      search(...question) {
        refuse()
        return search(...question)
      },
    }),
    ...(enrich && {
      enrich(...question) {
        refuse()
        return enrich(...question)
      },
    }),
    ...(test && {
      async test(...question) {
        refuse()
        return test(...question)
      },
    }),
    ...(pending && {
      async pending(...question) {
        refuse()
        return pending(...question)
      },
    }),
    ...(verify && {
      async verify(...question) {
        refuse()
        return verify(...question)
      },
    }),
  }
}
