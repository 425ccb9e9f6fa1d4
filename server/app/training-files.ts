import type { FastifyInstance } from 'fastify'
import { findTrainingFile } from '#server/modules/branding/training/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

/** A `content-disposition` name that every browser reads. */
const attachment = (name: string) =>
  `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`

/** Images of training pages, and their files, which browsers download and never render. */
export function addTrainingFiles(http: FastifyInstance, { db }: Context): void {
  http.get<{ Params: { file: string } }>('/training-files/:file', async (request, reply) => {
    const id = /^([a-f0-9]{32})\.[a-z]{3,4}$/.exec(request.params.file)?.[1]
    const file = id && (await findTrainingFile(db, id))
    if (!file) throw notFound('The file')
    const isImage = file.content_type.startsWith('image/')
    return reply
      .headers({
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'content-type': file.content_type,
        'cache-control': 'public, max-age=31536000, immutable',
        ...(!isImage && { 'content-disposition': attachment(file.name) }),
      })
      .send(file.bytes)
  })
}
