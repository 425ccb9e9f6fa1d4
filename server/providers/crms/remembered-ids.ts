import type { CrmContext } from './crm-adapter.ts'

/**
 * Ids of records that many leads share, such as tags and companies, by connection and name. Pending requests are
 * remembered too, so that leads sent concurrently don't create a record twice.
 */
export function createRememberedIds() {
  const ids = new Map<string, Promise<string>>()
  const makeKey = (context: CrmContext, name: string) => `${context.key} ${name.toLowerCase()}`

  return {
    async find(context: CrmContext, name: string, request: () => Promise<string>): Promise<string> {
      const key = makeKey(context, name)
      const requested = ids.get(key) ?? request()
      ids.set(key, requested)
      return requested.catch((error) => {
        if (ids.get(key) === requested) ids.delete(key)
        throw error
      })
    },
    forget: (context: CrmContext, name: string) => void ids.delete(makeKey(context, name)),
  }
}
