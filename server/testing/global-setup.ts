import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateInstallation } from '../app/migrate-installation.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { migrateQueue } from '../platform/queue/queue.ts'
import { createClusterDatabase } from './cluster.ts'
import { execute, inDatabase, listNodes, TEMPLATE_DATABASE } from './database.ts'
import { TEST_SECRET_KEY } from './secret-key.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** database server of this test run; use `createTestDatabase` */
    databaseUrl: string
    /** why the template could not be created, empty otherwise: fails only the tests that need it */
    databaseProblem: string
  }
}

/**
 * Once per test run: a throwaway PostgreSQL (or the server at TEST_DATABASE_URL) with the migrated template that
 * every test database is copied from.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
  const embedded = server ? null : await startEmbeddedPostgres({ throwaway: true })
  const url = server ?? embedded!.url
  const problem = await createTemplate(url).then(
    () => '',
    (error) => `The template database could not be migrated: ${error.message}`,
  )
  if (problem) console.error(problem)
  project.provide('databaseUrl', url)
  project.provide('databaseProblem', problem)
  const firstStart = await mkdtemp(join(tmpdir(), 'leadwright-first-'))
  // `startProgram` stores the results of a first start there; workers inherit it.
  process.env.TEST_FIRST_START = firstStart
  return async () => {
    await rm(firstStart, { recursive: true, force: true })
    await embedded?.stop()
  }
}

async function createTemplate(url: string): Promise<void> {
  const nodes = listNodes(url)
  const isCluster = nodes.length > 1
  const template = inDatabase(url, TEMPLATE_DATABASE)
  for (const node of nodes) await execute(node, `drop database if exists ${TEMPLATE_DATABASE} with (force)`)
  if (isCluster) await createClusterDatabase(url, TEMPLATE_DATABASE)
  else await execute(url, `create database ${TEMPLATE_DATABASE}`)
  await migrateInstallation(template, [TEST_SECRET_KEY])
  await migrateQueue(template)
  // For a few files, loading the program here would take longer than it saves.
  if (process.env.TEST_WHOLE_RUN && !isCluster) await keepQueues(url, template)
  if (isCluster) await distributeTemplate(template, nodes)
}

/** Adds the queues and schedules of a first start to the template, so that each test start finds them. */
async function keepQueues(url: string, template: string): Promise<void> {
  const name = `${TEMPLATE_DATABASE}_started`
  const dataDir = await mkdtemp(join(tmpdir(), 'leadwright-queues-'))
  await execute(url, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`)
  try {
    const { startApp } = await import(new URL('../app/start.ts', import.meta.url).pathname)
    const { silentLog } = await import(new URL('../platform/log.ts', import.meta.url).pathname)
    const app = await startApp({
      databaseUrl: inDatabase(url, name),
      dataDir,
      secretKey: 'of no database that is kept',
      roles: new Set(['scheduler']),
      trustProxy: false,
      log: silentLog(),
    })
    await app.close()
    for (const table of ['queue', 'schedule'] as const) await copyRows(inDatabase(url, name), template, table)
  } finally {
    await execute(url, `drop database ${name} with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function copyRows(from: string, to: string, table: 'queue' | 'schedule'): Promise<void> {
  const [source, target] = [new pg.Client(from), new pg.Client(to)]
  await Promise.all([source.connect(), target.connect()])
  try {
    const { rows } = await source.query(`select jsonb_agg(t)::text as all from pgboss.${table} t`)
    await target.query(
      `insert into pgboss.${table} select * from jsonb_populate_recordset(null::pgboss.${table}, $1::jsonb)`,
      [rows[0].all],
    )
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}

/** A copy of the template becomes a separate cluster, so Citus's metadata is copied too. */
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
