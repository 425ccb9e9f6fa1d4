import { TRAINING_FILE_TYPES } from '#contract/branding/training-content.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { invalidField } from '#server/platform/errors.ts'

type FileType = (typeof TRAINING_FILE_TYPES)[number]

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const CONTENT_TYPES: Record<FileType, string> = {
  pdf: 'application/pdf',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  zip: 'application/zip',
}

const startsWith = (bytes: Buffer, text: string) => bytes.subarray(0, text.length).toString('latin1') === text

/** Whether the content matches the file extension. */
function isOfType(bytes: Buffer, type: FileType): boolean {
  if (type === 'pdf') return startsWith(bytes, '%PDF-')
  if (type === 'csv' || type === 'txt') return !bytes.includes(0)
  return startsWith(bytes, 'PK\u0003\u0004')
}

/** A file's type by name and content. @throws AppError validation_failed for any other. */
export function checkFileType(name: string, bytes: Buffer): { type: FileType; contentType: string } {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  const type = TRAINING_FILE_TYPES.find((type) => type === ending)
  if (!type || !isOfType(bytes, type)) throw invalidField('file', MESSAGES.type)
  return { type, contentType: CONTENT_TYPES[type] }
}
