import * as z from 'zod/mini'

/**
 * A search on the wire: the list type's schema (contract/leads/list-types) validates its contents; the server
 * reports wrong fields as `search.FIELD`.
 */
export const SearchInput = z
  .record(z.string(), z.unknown())
  .check(z.describe('The fields of the list type; without `source` the best available one is used'))
