import { execute, inDatabase, nodesOf } from './database.ts'

/** Makes an empty database on every server of the cluster of tests, and makes one cluster of them. */
export async function createClusterDatabase(server: string, name: string): Promise<string> {
  const [own, ...workers] = nodesOf(server).map((text) => new URL(text))
  for (const node of nodesOf(server)) {
    await execute(node, `create database ${name}`)
    await execute(inDatabase(node, name), 'create extension citus')
  }
  const database = inDatabase(server, name)
  await execute(database, `select citus_set_coordinator_host('${own?.hostname}', ${own?.port})`)
  for (const worker of workers)
    await execute(database, `select citus_add_node('${worker.hostname}', ${worker.port})`)
  return database
}
