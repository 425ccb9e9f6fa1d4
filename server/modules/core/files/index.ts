import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { appendUpload, createUpload, download, showUpload } from '#contract/core/files.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import type { TicketsService } from './tickets-service.ts'
import { presentUpload, type UploadsService } from './uploads-service.ts'

export { forgetUpload, removeOldTickets, type TicketRow, uploadNames, uploadsAfter } from './files-store.ts'
export { createTicketsService, type Downloader, type TicketsService } from './tickets-service.ts'
export { createUploadsService, type StoredFile, type UploadsService } from './uploads-service.ts'

/** Declared size in bytes; null when absent. */
function announcedSize({ headers }: FastifyRequest): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

export const fileRoutes = (uploads: UploadsService, tickets: TicketsService) => [
  route(createUpload, async ({ actor, body }) => ({
    data: presentUpload(await uploads.create(actor, body)),
  })),
  route(showUpload, async ({ actor, params }) => ({
    data: presentUpload(await uploads.find(actor, params.id)),
  })),
  route(appendUpload, async ({ actor, params, query, request }) => ({
    data: presentUpload(
      await uploads.append(
        actor,
        params.id,
        { offset: query.offset, announced: announcedSize(request) },
        request.body as Readable | undefined,
      ),
    ),
  })),
  publicRoute(download, ({ params, signal }) => tickets.open(params.ticket, signal)),
]
