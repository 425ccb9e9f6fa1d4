import * as z from 'zod/mini'

/** Counts how often a record was saved. Who saves it sends the one that was read (`edit_conflict` in errors.ts). */
export const Version = z.int().check(z.positive())

/** What every record that people edit at the same time tells. */
export interface Versioned {
  version: number
  updated_by: string | null
  updated_at: string
}
