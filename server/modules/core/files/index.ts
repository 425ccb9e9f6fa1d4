import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import * as api from '#contract/core/files.ts'
import type { Context } from '#server/platform/context.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { removeOldTickets } from './files-store.ts'
import { openTicket } from './tickets.ts'
import { appendUpload, createUpload, findUpload, presentUpload, removeExpiredUploads } from './uploads.ts'

export { defineCsvFile } from './csv-file.ts'
export type { Downloader } from './downloaders.ts'
export { forgetUpload, type TicketRow, uploadNames, uploadsAfter } from './files-store.ts'
export { issueTicket } from './tickets.ts'
export { findUpload, findUploadedFile, openUpload, type StoredFile } from './uploads.ts'

/** Declared size in bytes; null when absent. */
function announcedSize({ headers }: FastifyRequest): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

const fileRoutes = (ctx: Context) => [
  route(api.createUpload, async ({ actor, body }) => ({
    data: presentUpload(await createUpload(ctx, actor, body)),
  })),
  route(api.showUpload, async ({ actor, params }) => ({
    data: presentUpload(await findUpload(ctx, actor, params.id)),
  })),
  route(api.appendUpload, async ({ actor, params, query, request }) => ({
    data: presentUpload(
      await appendUpload(
        ctx,
        actor,
        params.id,
        { offset: query.offset, announced: announcedSize(request) },
        request.body as Readable | undefined,
      ),
    ),
  })),
  publicRoute(api.download, ({ params, signal }) => openTicket(ctx, params.ticket, signal)),
]

export const filesModule = defineModule({
  routes: fileRoutes,
  housekeeping: (ctx) => ({
    uploads: () => removeExpiredUploads(ctx),
    tickets: () => removeOldTickets(ctx.db),
  }),
})
