import { createHash } from 'node:crypto'
import type { Run } from '#contract/activity/runs.ts'
import type { CommandCall } from '../arguments/command-spec.ts'
import { CliError } from '../cli-error.ts'
import type { LocalFile } from '../files/local-file.ts'
import type { ApiClient } from '../http/api-client.ts'
import { followRun } from '../runs/follow-run.ts'
import { showProgress } from '../runs/run-report.ts'
import { catchInterrupt } from '../terminal/interrupt.ts'
import { byteSize } from '../terminal/progress-bar.ts'
import { uploadFile } from './upload-file.ts'
import { type UploadMemory, uploadMemory } from './upload-memory.ts'

type Surroundings = Pick<CommandCall<unknown>, 'env' | 'terminal'>

/**
 * A key derived from the request body: repeating a command after a crash finds the run it started, other settings or
 * another upload start a new one.
 */
export const stableKey = (name: string, body: object): string =>
  `${name}-${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 40)}`

/** For files that are deleted when the command ends: there is nothing to resume. */
export const noMemory: UploadMemory = {
  load: async () => null,
  save: async () => {},
  forget: async () => {},
}

/**
 * Uploads a file, resumably, starts the run that reads it and waits for its end. Ctrl-C during the upload throws an
 * `interrupted` error, later it cancels the run.
 */
export async function runOfFile(
  { env, terminal }: Surroundings,
  client: ApiClient,
  {
    file,
    start,
    memory = uploadMemory(env.configFolder, client.url, file),
  }: { file: LocalFile; start: (uploadId: string) => Promise<Pick<Run, 'id'>>; memory?: UploadMemory },
): Promise<Run> {
  const { signal, release } = catchInterrupt()
  const onProgress = (done: number): void =>
    terminal.progress.update({
      label: 'Uploading',
      done,
      total: file.size,
      amount: `${byteSize(done)} of ${byteSize(file.size)}`,
    })
  const stopped = (error: unknown): never => {
    if (!signal.aborted) throw error
    throw new CliError('interrupted', 'Stopped. Run the same command again to resume', {
      code: 'interrupted',
    })
  }
  try {
    const uploadId = await uploadFile({ client, file, memory, signal, onProgress }).catch(stopped)
    const { id } = await start(uploadId)
    const run = await followRun(client, id, { onProgress: showProgress(terminal), cancelOn: signal })
    await memory.forget()
    return run
  } finally {
    release()
  }
}
