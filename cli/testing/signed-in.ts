import { type FakeHandlers, type FakeServer, startFakeServer } from './fake-server.ts'
import { type CliOptions, type CliResult, runCli, startCli, temporaryFolder } from './run-cli.ts'

/** A fake server and a command signed in to it, with its own folder. */
export interface Bench {
  server: FakeServer
  /** Temporary folder; the config folder is its `home`. */
  folder: string
  env: Record<string, string>
  run(args: string[], options?: CliOptions): Promise<CliResult>
  start(args: string[], options?: CliOptions): ReturnType<typeof startCli>
  close(): Promise<void>
}

/** Sets up the bench; handlers are by endpoint name and can be changed later. */
export async function createBench(handlers: FakeHandlers): Promise<Bench> {
  const server = await startFakeServer(handlers)
  const scratch = temporaryFolder()
  const env = {
    LEADWRIGHT_HOME: `${scratch.path}/home`,
    LEADWRIGHT_URL: server.url,
    LEADWRIGHT_TOKEN: 'secret-token',
    LEADWRIGHT_PATIENCE: '5',
  }
  const withEnv = (options: CliOptions = {}): CliOptions => ({
    cwd: scratch.path,
    ...options,
    env: { ...env, ...options.env },
  })
  return {
    server,
    folder: scratch.path,
    env,
    run: (args, options) => runCli(args, withEnv(options)),
    start: (args, options) => startCli(args, withEnv(options)),
    async close() {
      await server.stop()
      scratch.remove()
    },
  }
}
