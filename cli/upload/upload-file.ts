import { randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { UPLOAD_CHUNK_BYTES } from '#contract/core/constants.ts'
import { buildPath, type Reply } from '#contract/core/endpoint.ts'
import { appendUpload, createUpload, showUpload } from '#contract/core/files.ts'
import { CliError } from '../cli-error.ts'
import { assertUnchanged, type LocalFile } from '../files/local-file.ts'
import type { ApiClient } from '../http/api-client.ts'
import { ReplyError } from '../http/request-error.ts'
import type { UploadMemory } from './upload-memory.ts'

type UploadState = Reply<typeof appendUpload>['data']

export interface UploadJob {
  client: ApiClient
  file: LocalFile
  memory: UploadMemory
  /** Stops the upload; received bytes stay on the server. */
  signal: AbortSignal
  /** Called with the bytes received so far. */
  onProgress: (bytes: number) => void
}

const CHUNK_TIMEOUT_MS = 120_000

const isNotFound = (error: unknown): boolean => error instanceof ReplyError && error.status === 404
const isMismatch = (error: unknown): boolean =>
  error instanceof ReplyError && error.extra.code === 'offset_mismatch'

async function show(client: ApiClient, id: string): Promise<UploadState> {
  return (await client.call(showUpload, { params: { id } }, { patient: true })).data
}

async function resume({ client, file, memory }: UploadJob): Promise<UploadState | null> {
  const id = await memory.load()
  if (id === null) return null
  try {
    const state = await show(client, id)
    return state.size === file.size ? state : null
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

async function openUpload({ client, file, memory }: UploadJob): Promise<UploadState> {
  const body = { name: file.name, size: file.size }
  const { data } = await client.call(createUpload, { body }, { patient: true, key: randomUUID() })
  await memory.save(data.id)
  return data
}

async function readChunk(handle: FileHandle, state: UploadState): Promise<Uint8Array<ArrayBuffer>> {
  const chunkSize = Math.min(
    state.chunk_size || UPLOAD_CHUNK_BYTES,
    UPLOAD_CHUNK_BYTES,
    state.size - state.offset,
  )
  const { bytesRead, buffer } = await handle.read(new Uint8Array(chunkSize), 0, chunkSize, state.offset)
  return buffer.subarray(0, bytesRead)
}

/** Sends one chunk; after a failure it first asks for the offset, since the bytes may have arrived. */
function sendChunk(
  { client, signal }: UploadJob,
  state: UploadState,
  chunk: Uint8Array<ArrayBuffer>,
): Promise<UploadState> {
  let unsure = false
  const attempt = async (): Promise<UploadState> => {
    if (unsure) {
      const now = await show(client, state.id)
      if (now.offset !== state.offset) return now
    }
    unsure = true
    const reply = await client.sendForJson({
      method: appendUpload.method,
      path: buildPath(appendUpload.path, { id: state.id }, { offset: state.offset }),
      headers: { 'content-type': 'application/octet-stream' },
      body: chunk,
      timeoutMs: CHUNK_TIMEOUT_MS,
      signal,
    })
    return (reply as Reply<typeof appendUpload>).data
  }
  return client.patiently(attempt, true, signal)
}

async function sendAll(job: UploadJob, handle: FileHandle, from: UploadState): Promise<UploadState> {
  let state = from
  for (let stuck = 0; state.offset < state.size; ) {
    job.onProgress(state.offset)
    const chunk = await readChunk(handle, state)
    if (chunk.length === 0) await assertUnchanged(job.file)
    const next = await sendChunk(job, state, chunk).catch((error: unknown) => {
      if (isMismatch(error)) return show(job.client, state.id)
      throw error
    })
    stuck = next.offset === state.offset ? stuck + 1 : 0
    if (stuck > 3)
      throw new CliError('failed', 'The server refuses more bytes of this upload', { code: 'upload_stuck' })
    state = next
  }
  job.onProgress(state.offset)
  return state
}

/**
 * Sends a file in chunks, resuming an earlier try, through network errors and server restarts. Returns the id of the
 * complete upload. An upload that the server no longer knows is restarted once.
 */
export async function uploadFile(job: UploadJob): Promise<string> {
  const handle = await open(job.file.path)
  try {
    for (let fresh = false; ; fresh = true) {
      const state = (fresh ? null : await resume(job)) ?? (await openUpload(job))
      try {
        const { id } = await sendAll(job, handle, state)
        await assertUnchanged(job.file)
        return id
      } catch (error) {
        if (fresh || !isNotFound(error)) throw error
      }
    }
  } finally {
    await handle.close()
  }
}
