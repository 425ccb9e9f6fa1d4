import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const watch = JSON.stringify(fileURLToPath(new URL('./parent-watch.ts', import.meta.url)))
const served = `
  import { onStopRequest } from ${watch}
  setInterval(() => {}, 1000)
  onStopRequest(async (reason) => { console.log('stopping: ' + reason) })
  console.log('up ' + process.pid)
`
const asModule = ['--input-type=module', '-e']

async function nextLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout!, 'data')
  return String(chunk).trim()
}

test('stops once, gracefully, on a signal', async () => {
  const child = spawn(process.execPath, [...asModule, served], { stdio: ['ignore', 'pipe', 'inherit'] })
  await nextLine(child)
  const line = nextLine(child)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  expect(await line).toBe('stopping: SIGTERM')
  expect(await exit).toEqual([0, null])
})

test('stops when its parent process dies, even by kill -9', async () => {
  const starter = `
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ${JSON.stringify([...asModule, served])}, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  `
  const parent = spawn(process.execPath, [...asModule, starter], { stdio: ['ignore', 'pipe', 'inherit'] })
  await nextLine(parent)
  const line = nextLine(parent)
  parent.kill('SIGKILL')
  expect(await line).toBe('stopping: the parent process has ended')
  await once(parent.stdout!, 'end')
})
