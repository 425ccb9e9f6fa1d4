import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { migrateQueue } from '../platform/queue/queue.ts'
import { createClusterDatabase } from './cluster.ts'
import { execute, inDatabase, nodesOf, TEMPLATE_DATABASE } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** address of the database server of this test run; use `createTestDatabase` */
    databaseUrl: string
    /** why the template could not be made, empty when it was: fails the tests that need it and no others */
    databaseProblem: string
  }
}

/**
 * Once per test run: a PostgreSQL nobody will miss (or the server at TEST_DATABASE_URL) and on it the migrated
 * template that every test database is a copy of.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const embedded = given ? null : await startEmbeddedPostgres({ throwaway: true })
  const url = given ?? embedded!.url
  const problem = await createTemplate(url).then(
    () => '',
    (error) => `The template database could not be migrated: ${error.message}`,
  )
  if (problem) console.error(problem)
  project.provide('databaseUrl', url)
  project.provide('databaseProblem', problem)
  const firstStart = await mkdtemp(join(tmpdir(), 'leadwright-first-'))
  // For `startProgram`, which keeps in it what a first start makes; workers inherit it.
  process.env.TEST_FIRST_START = firstStart
  return async () => {
    await rm(firstStart, { recursive: true, force: true })
    await embedded?.stop()
  }
}

async function createTemplate(url: string): Promise<void> {
  const nodes = nodesOf(url)
  const isCluster = nodes.length > 1
  const template = inDatabase(url, TEMPLATE_DATABASE)
  for (const node of nodes) await execute(node, `drop database if exists ${TEMPLATE_DATABASE} with (force)`)
  if (isCluster) await createClusterDatabase(url, TEMPLATE_DATABASE)
  else await execute(url, `create database ${TEMPLATE_DATABASE}`)
  const migrations = new URL('../platform/db/migrate.ts', import.meta.url)
  if (!existsSync(migrations)) return
  const { migrate }: { migrate: (url: string) => Promise<void> } = await import(migrations.pathname)
  await migrate(template)
  await migrateQueue(template)
  if (isCluster) await distributeTemplate(template, nodes)
}

/** A copy of the template is a cluster of its own: what Citus knows of it is copied too. */
async function distributeTemplate(template: string, nodes: string[]): Promise<void> {
  const distribution = new URL('../app/distribute/distribute.ts', import.meta.url)
  const { distribute, CLUSTER_SETTINGS } = await import(distribution.pathname)
  await distribute(template)
  // Settings of a database are not copied with it.
  for (const setting of CLUSTER_SETTINGS) await execute(template, `alter role current_user set ${setting}`)
  for (const node of nodes) {
    await execute(node, `alter database ${TEMPLATE_DATABASE} allow_connections false`)
    await execute(
      node,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE_DATABASE}'`,
    )
  }
}
