import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { migrateQueue } from '../platform/queue/queue.ts'
import { inDatabase, TEMPLATE_DATABASE } from './database.ts'

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
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`drop database if exists ${TEMPLATE_DATABASE} with (force)`)
    await client.query(`create database ${TEMPLATE_DATABASE}`)
  } finally {
    await client.end()
  }
  const migrations = new URL('../platform/db/migrate.ts', import.meta.url)
  if (!existsSync(migrations)) return
  const { migrate }: { migrate: (url: string) => Promise<void> } = await import(migrations.pathname)
  await migrate(inDatabase(url, TEMPLATE_DATABASE))
  await migrateQueue(inDatabase(url, TEMPLATE_DATABASE))
}
