import type { ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { resolveCountry } from '#server/modules/core/vocabulary/index.ts'
import { invalidField } from '#server/platform/errors.ts'

/** An uploaded file; without `encoding` it is detected. */
export interface InputFile {
  upload_id: string
  encoding?: string
}

/** What happens to rows that say the person has opted out. */
export type OptedOut = 'skip' | 'suppress' | 'import'

/** How a file's rows are read. */
export interface Reading {
  mapping: ImportMapping
  country?: string
  new_fields?: 'make' | 'skip'
  date_order?: 'dmy' | 'mdy'
  opted_out?: OptedOut
  rest: 'empty' | 'drop'
  fixes: { row: number; column: string; value: string }[]
  dropped: number[]
}

/** The code of a typed country. @throws AppError validation_failed. */
export const readCountry = (text: string | undefined): string | null => {
  if (text === undefined || text.trim() === '') return null
  const code = resolveCountry(text)
  if (!code) throw invalidField('country', 'Unknown country. Enter its name or two-letter code')
  return code
}
