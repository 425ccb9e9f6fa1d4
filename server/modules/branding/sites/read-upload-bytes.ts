import { BYTES_PER_MEGABYTE, IMAGE_MAX_MB } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { RequestFacts } from '#server/platform/http/route.ts'

const MAX_BYTES = IMAGE_MAX_MB * BYTES_PER_MEGABYTE

/** An upload's bytes, up to 5 MB. A larger declared size is not read. @throws AppError. */
export async function readUploadBytes({ body, headers }: RequestFacts['request']): Promise<Buffer> {
  if (Number(headers['content-length']) > MAX_BYTES)
    throw new AppError('payload_too_large', MESSAGES.fileSize(IMAGE_MAX_MB))
  if (!body) throw invalidField('image', MESSAGES.required)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MAX_BYTES) throw new AppError('payload_too_large', MESSAGES.fileSize(IMAGE_MAX_MB))
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
