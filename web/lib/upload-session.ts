/** The part of an upload's state that the sender needs; the contract's Upload has more. */
export interface UploadState {
  id: string
  size: number
  offset: number
  chunk_size: number
  complete: boolean
}

/** The calls a sender makes. `append` answers the new state; a wrong offset is answered by `show`. */
export interface UploadTransport {
  create: (name: string, size: number) => Promise<UploadState>
  /** Null when the server no longer knows the upload. */
  show: (id: string) => Promise<UploadState | null>
  append: (id: string, offset: number, bytes: Blob, signal: AbortSignal) => Promise<UploadState>
  /** True when the error means "you are not where you think": the sender asks and goes on from there. */
  isOffsetMismatch: (error: unknown) => boolean
}

/** Remembers which upload belongs to which file, so that choosing the file again continues where it stopped. */
export interface UploadMemory {
  read: (key: string) => string | null
  write: (key: string, id: string | null) => void
}

/** What makes two choices the same file. */
export type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>

export const memoryKey = (file: FileFacts): string => `upload.${file.name}.${file.size}.${file.lastModified}`

interface SendOptions {
  transport: UploadTransport
  memory: UploadMemory
  signal: AbortSignal
  onProgress: (state: UploadState) => void
}

/** Consecutive corrections of the offset before the sender gives up: the server contradicts itself. */
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
 * Sends a file in the server's chunk size, going on where an earlier try stopped. Resolves with the complete
 * upload; rejects with the signal's reason when paused, or with the transport's error: calling again resumes.
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

/** Forgets a file's upload: it has been used, or the server lost it. */
export const forgetUpload = (file: FileFacts, memory: UploadMemory): void =>
  memory.write(memoryKey(file), null)

/** The browser's storage as memory; a browser that forbids it only loses the resuming. */
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
      // Nothing to do: the upload works, it only cannot be resumed after a reload.
    }
  },
}
