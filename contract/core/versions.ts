import * as z from 'zod/mini'

/** Number of saves of a record. A save sends the version that it read (`edit_conflict` in errors.ts). */
export const Version = z.int().check(z.positive())

/** Fields of every record that several people can edit. */
export interface Versioned {
  version: number
  updated_by: string | null
  updated_at: string
}
