import type { TrainingFileType } from '#contract/ai/ai-training.ts'
import { FileProblem } from './file-outcome.ts'

const BY_EXTENSION: Record<string, TrainingFileType> = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  txt: 'txt',
  text: 'txt',
  md: 'md',
  markdown: 'md',
  csv: 'csv',
  tsv: 'csv',
  html: 'html',
  htm: 'html',
}
const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
const ZIP = [0x50, 0x4b]
/** The container of password-protected Word documents and of its old format. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0]

/** A file's type, by its name and first bytes. @throws FileProblem unknown_type, encrypted. */
export function fileType(name: string, bytes: Uint8Array): TrainingFileType {
  const type = BY_EXTENSION[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']
  if (!type) throw new FileProblem('unknown_type')
  const isPdf = Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')
  if (type === 'pdf' && !isPdf) throw new FileProblem('unknown_type')
  if (type === 'docx' && startsWith(bytes, OLE)) throw new FileProblem('encrypted')
  if (type === 'docx' && !startsWith(bytes, ZIP)) throw new FileProblem('unknown_type')
  if (type !== 'pdf' && type !== 'docx' && (isPdf || startsWith(bytes, ZIP) || startsWith(bytes, OLE)))
    throw new FileProblem('unknown_type')
  return type
}
