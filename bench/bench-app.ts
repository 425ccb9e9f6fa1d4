import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import type { Call } from '#server/testing/call.ts'
import { httpCall, signIn } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

/** The setup of every measurement: a database that waits for the disk, and the real program in its own process. */
export interface BenchApp {
  databaseUrl: string
  databasePid: number
  database: pg.Pool
  program: Program
  call: Call
  admin: { token: string; id: number; accountId: number }
  close(): Promise<void>
}

/** Sets up a bench in a temporary folder, with additional settings. `close` removes it. */
export async function buildBenchApp(settings: Record<string, string> = {}): Promise<BenchApp> {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const program = await startProgram({ DATABASE_URL: postgres.url, LOG_LEVEL: 'error', ...settings })
  const database = new pg.Pool({ connectionString: postgres.url, max: 12 })
  const call = httpCall(() => program.url)
  const admin = await signIn(call, PROGRAM_ADMIN)
  return {
    databaseUrl: postgres.url,
    databasePid: postgres.pid,
    database,
    program,
    call,
    admin,
    async close() {
      await database.end()
      await program.remove()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
