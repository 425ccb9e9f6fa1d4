import { buffer } from 'node:stream/consumers'
import type { TrainingLanguage } from '#contract/ai/ai-training.ts'
import { BYTES_PER_MEGABYTE, TRAINING_FILE_MAX_MB } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { findUploadedFile } from '#server/modules/core/files/index.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ReadFile } from '../files-and-pages.ts'
import { prepareText } from '../text/prepare-text.ts'
import { FILE_MESSAGES, type FileReason } from './file-outcome.ts'
import { createReadFileText } from './read-file.ts'

const rejection = (reason: FileReason) =>
  new AppError('validation_failed', FILE_MESSAGES[reason], {
    fields: { upload_id: FILE_MESSAGES[reason] },
    details: { reason },
  })

const readFileTextOf = perContext(() => createReadFileText())

/** Reads an upload. @throws AppError validation_failed with the reason why it could not be read. */
export async function readTrainingUpload(
  ctx: Context,
  { accountId }: Actor,
  uploadId: string,
  language: TrainingLanguage | 'auto',
  signal: AbortSignal,
): Promise<ReadFile & { title: string }> {
  const file = await findUploadedFile(ctx, accountId, uploadId)
  if (file.size > TRAINING_FILE_MAX_MB * BYTES_PER_MEGABYTE)
    throw invalidField('upload_id', MESSAGES.fileSize(TRAINING_FILE_MAX_MB))
  const outcome = await readFileTextOf(ctx)(
    accountId,
    { name: file.name, bytes: await buffer(file.read()) },
    signal,
  )
  if (!outcome.ok) throw rejection(outcome.reason)
  const text = await prepareText(outcome.text, language)
  if (text.tokens === 0) throw rejection('no_text')
  const { type, note } = outcome
  const title = outcome.title.trim().slice(0, 300) || file.name
  return { name: file.name, type, bytes: file.size, text, note, title }
}
