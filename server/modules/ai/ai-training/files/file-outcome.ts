import type { TrainingFileType } from '#contract/ai/ai-training.ts'

/** Why a file could not be read. */
const FILE_REASONS = [
  'encrypted',
  'damaged',
  'too_large',
  'macros',
  'no_text',
  'unknown_type',
  'took_too_long',
] as const
export type FileReason = (typeof FILE_REASONS)[number]

/** Each reason as a sentence that says what to do. */
export const FILE_MESSAGES: Record<FileReason, string> = {
  encrypted: 'This file is password-protected. Remove the password and try again',
  damaged: 'This file is damaged or incomplete. Open it, save it again and try again',
  too_large: 'This file is too large when unpacked. Split it into smaller files',
  macros: 'This document contains macros. Save it as .docx without macros and try again',
  no_text: 'There is no text in this file. If it’s a scan, run text recognition first',
  unknown_type: 'This is not a PDF, DOCX, TXT, MD, CSV or HTML file, whatever its name says',
  took_too_long: 'This file took too long to read. Split it into smaller files',
}

/** The result of reading a file: its text, or why there is none. */
export type FileOutcome =
  | { ok: true; type: TrainingFileType; title: string; text: string; note: string | null }
  | { ok: false; reason: FileReason }

/** Thrown while a file is read. */
export class FileProblem extends Error {
  readonly reason: FileReason
  constructor(reason: FileReason) {
    super(reason)
    this.reason = reason
  }
}

/** Maximum pages read from a PDF. */
export const MAX_PDF_PAGES = 2000
/** Maximum characters stored from a file. */
export const MAX_FILE_CHARS = 3_000_000
