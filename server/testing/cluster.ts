import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createTestDatabase,
  dropDatabase,
  execute,
  inDatabase,
  listNodes,
  type TestDatabase,
} from './database.ts'

const run = promisify(execFile)

/** Whether tests run on a cluster of servers (`npm run test:distributed`). */
export const isCluster = Number(process.env.CITUS_WORKERS ?? 0) > 0

/** Creates an empty database on every server of the test cluster, and connects them. */
export async function createClusterDatabase(server: string, name: string): Promise<string> {
  const [own, ...workers] = listNodes(server).map((text) => new URL(text))
  for (const node of listNodes(server)) {
    await execute(node, `create database ${name}`)
    await execute(inDatabase(node, name), 'create extension citus')
  }
  const database = inDatabase(server, name)
  await execute(database, `select citus_set_coordinator_host('${own?.hostname}', ${own?.port})`)
  for (const worker of workers)
    await execute(database, `select citus_add_node('${worker.hostname}', ${worker.port})`)
  return database
}

/** An empty database of the test cluster without distributed tables. */
export async function createBareDatabase(server: string): Promise<TestDatabase> {
  const name = `bare_${randomBytes(6).toString('hex')}`
  return {
    url: await createClusterDatabase(server, name),
    drop: async () => {
      for (const node of listNodes(server)) await dropDatabase(node, name)
    },
  }
}

/**
 * Restarts every server of the test cluster: `fast` cuts connections, `immediate` is a crash. No other test files
 * may run meanwhile.
 */
export async function restartCluster(mode: 'fast' | 'immediate'): Promise<void> {
  const folder = process.env.CITUS_FOLDER
  if (!folder) throw new Error('CITUS_FOLDER does not name the folder of the cluster')
  const program = join(folder, 'prefix/usr/lib/postgresql/15/bin/pg_ctl')
  // PostgreSQL refuses to run as root.
  const asOwner =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : []
  const restart = (name: string) => {
    const [command = '', ...args] = [
      ...asOwner,
      program,
      '-D',
      join(folder, name),
      '-l',
      join(folder, `${name}.log`),
    ]
    // It outlives this test run: with the run's environment the sweeper would end it.
    const { PATH = '' } = process.env
    return run(command, [...args, '-m', mode, '-w', 'restart'], { cwd: folder, env: { PATH, HOME: '/tmp' } })
  }
  await Promise.all(['coordinator', 'worker1', 'worker2'].map(restart))
}

/** A database of the cluster that can be restarted like an embedded server. */
export async function startOnCluster() {
  const database = await createTestDatabase()
  return { url: database.url, restart: restartCluster, stop: database.drop }
}
