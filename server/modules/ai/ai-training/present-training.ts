import type { TrainingFile, TrainingQa, TrainingText, WebsiteLink } from '#contract/ai/ai-training.ts'
import { pick } from '#server/platform/pick.ts'
import type { ItemRow } from './ai-training-store.ts'

const shared = (row: ItemRow) => ({
  ...pick(row, 'id', 'title', 'tokens', 'language', 'found_language', 'instructions'),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
})

export const presentLink = (row: ItemRow): WebsiteLink => ({
  ...shared(row),
  url: row.url ?? '',
  website: row.website ?? '',
  is_gone: row.is_gone,
  read_at: row.read_at.toISOString(),
})

export const presentText = (row: ItemRow): TrainingText => ({ ...shared(row), html: row.html })

export const presentQa = (row: ItemRow): TrainingQa => ({
  ...shared(row),
  question: row.title,
  answer: row.body,
})

export const presentFile = (row: ItemRow): TrainingFile => ({
  ...shared(row),
  file_name: row.file_name ?? '',
  file_type: row.file_type ?? 'txt',
  bytes: row.file_bytes ?? 0,
  note: row.note,
})
