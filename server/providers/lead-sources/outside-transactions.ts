import { refuseInTransaction } from '#server/platform/db/db.ts'
import type { LeadSource } from './lead-source.ts'

/** The source, with questions refused while a transaction is open: any source may take as long as it likes. */
export function outsideTransactions(source: LeadSource): LeadSource {
  const refuse = () => refuseInTransaction(`Asking the source ${source.id}`)
  return {
    ...source,
    async count(...question) {
      refuse()
      return source.count(...question)
    },
    async keys(...question) {
      refuse()
      return source.keys(...question)
    },
    search(...question) {
      refuse()
      return source.search(...question)
    },
  }
}
