/** The part of the contract's Upload that the sender needs. */
export interface UploadState {
  id: string
  size: number
  offset: number
  chunk_size: number
  complete: boolean
}

/** Calls of a sender. `append` returns the new state; after a wrong offset, `show` returns the right one. */
export interface UploadTransport {
  create: (name: string, size: number) => Promise<UploadState>
  /** Null if the server no longer knows the upload. */
  show: (id: string) => Promise<UploadState | null>
  append: (id: string, offset: number, bytes: Blob, signal: AbortSignal) => Promise<UploadState>
  /** Whether the error is a wrong offset: the sender then fetches the right one and continues. */
  isOffsetMismatch: (error: unknown) => boolean
}

/** Remembers the upload of each file, so that choosing the file again resumes it. */
export interface UploadMemory {
  read: (key: string) => string | null
  write: (key: string, id: string | null) => void
}

/** Two choices with the same facts are the same file. */
export type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>

export const memoryKey = (file: FileFacts): string => `upload.${file.name}.${file.size}.${file.lastModified}`

interface SendOptions {
  transport: UploadTransport
  memory: UploadMemory
  signal: AbortSignal
  onProgress: (state: UploadState) => void
}

/** Consecutive offset corrections before the sender gives up on a contradictory server. */
const MAX_CORRECTIONS = 5

async function openUpload(file: File, { transport, memory }: SendOptions): Promise<UploadState> {
  const key = memoryKey(file)
  const storedId = memory.read(key)
  const state = storedId ? await transport.show(storedId) : null
  if (state && state.size === file.size) return state
  const created = await transport.create(file.name, file.size)
  memory.write(key, created.id)
  return created
}

/**
 * Uploads a file in chunks of the server's size, resuming an earlier attempt. Resolves with the complete
 * upload; rejects with the signal's reason when paused, or with the transport's error. Calling again resumes.
 */
export async function sendFile(file: File, options: SendOptions): Promise<UploadState> {
  const { transport, signal, onProgress } = options
  let state = await openUpload(file, options)
  onProgress(state)
  let corrections = 0
  while (!state.complete) {
    signal.throwIfAborted()
    const bytes = file.slice(state.offset, state.offset + state.chunk_size)
    try {
      state = await transport.append(state.id, state.offset, bytes, signal)
      corrections = 0
    } catch (error) {
      if (!transport.isOffsetMismatch(error) || corrections >= MAX_CORRECTIONS) throw error
      corrections += 1
      const current = await transport.show(state.id)
      if (!current) throw error
      state = current
    }
    onProgress(state)
  }
  return state
}

/** Forgets the upload of a file that was used, or that the server lost. */
export const forgetUpload = (file: FileFacts, memory: UploadMemory): void =>
  memory.write(memoryKey(file), null)

/** Local storage; a browser that blocks it only loses resuming. */
export const browserMemory: UploadMemory = {
  read: (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write: (key, id) => {
    try {
      if (id === null) localStorage.removeItem(key)
      else localStorage.setItem(key, id)
    } catch {
      // The upload works, it just cannot be resumed after a reload.
    }
  },
}
