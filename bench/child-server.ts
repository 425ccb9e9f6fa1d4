import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a server of this folder in its own process, so that it uses none of our CPU time. */
export async function openOutside(file: string): Promise<{ port: number; stop(): void }> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { port: Number(String(line).trim().split(' ')[1]), stop: () => child.kill('SIGKILL') }
}
