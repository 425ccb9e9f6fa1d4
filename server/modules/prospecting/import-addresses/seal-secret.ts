import type { Context } from '#server/platform/context.ts'
import type { AddressRow } from './addresses-store.ts'

type Place = Pick<AddressRow, 'account_id' | 'list_id'>
const contextOf = ({ account_id, list_id }: Place): string => `import-address:${account_id}:${list_id}`

/** The secret that signs deliveries, as it is stored. */
export const sealSecret = ({ secretBox }: Context, place: Place, secret: string): string =>
  secretBox.seal(secret, contextOf(place))

/** The secret of an address; null if its deliveries need no signature. */
export const openSecret = ({ secretBox }: Context, row: AddressRow): string | null =>
  row.secret === null ? null : secretBox.open(row.secret, contextOf(row))
