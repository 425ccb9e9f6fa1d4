import type { Context } from '#server/platform/context.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import type { TicketRow } from './files-store.ts'

/** Produces the file for one kind of ticket. */
export interface Downloader {
  kind: string
  open(ticket: TicketRow, signal: AbortSignal): Promise<FileReply>
}

declare module '#server/platform/module.ts' {
  interface Module {
    /** Produce the files of its tickets. */
    downloaders?(ctx: Context): Downloader[]
  }
}
