import type { ExportFormat } from '#contract/leads/export-templates.ts'

/** Cut by characters, not within a surrogate pair, which headers cannot contain. */
export const fileName = (name: string, format: ExportFormat) => {
  const plain = name
    .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${[...plain].slice(0, 80).join('') || 'list'}.${format}`
}

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
export const findContentType = (filename: string) =>
  CONTENT_TYPES[filename.endsWith('.xlsx') ? 'xlsx' : 'csv']
