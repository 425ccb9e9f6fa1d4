import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, setUp } from './setup.js'
import { compareStatements, ofTheProgram, splitStatements } from './testing/every-shard.js'
import { inTotal } from './testing/in-total.js'
import { runTests } from './testing/run-tests.js'
import { needsWebApp } from './testing/test-files.js'

/**
 * Creates a coordinator and two workers: `start FOLDER PORT` and `stop FOLDER`. Citus itself is not part of this
 * project.
 */
const CLUSTER = process.env.CITUS_CLUSTER ?? join(root, '../shared/tools/citus/citus-cluster.sh')
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres'
const ALLOWED = join(root, 'scripts/testing/every-shard.txt')
/** Tests that pass on a cluster; docs/scale.md says why the others fail. */
const TESTS = readFileSync(join(root, 'scripts/testing/distributed-tests.txt'), 'utf8')
  .split('\n')
  .filter(Boolean)
/** Tests that restart the cluster's servers: each runs alone. */
const RESTARTS = /\/(outage|kill)\.test\.ts$/

const words = process.argv.slice(2)
/** `--write`: writes the statements that ask every server to the list, instead of comparing. */
const writes = words.includes('--write')
const filters = words.filter((word) => word !== '--write')

process.exitCode = await inTotal(async (count) => {
  const { node } = await setUp({ needsWeb: needsWebApp(root, TESTS.filter(isWanted)) })
  const missing = whyNot()
  if (missing) {
    console.log(`skipped: tests on a cluster (${missing})`)
    return count({ passed: 0, failed: 0 })
  }
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
  // PostgreSQL refuses to run as root.
  chmodSync(folder, 0o711)
  try {
    const port = await freePorts()
    cluster('start', folder, String(port))
    configure(folder, port)
    process.env.TEST_DATABASE_URL = `postgresql://leadwright@127.0.0.1:${port}/postgres`
    process.env.CITUS_WORKERS = '2'
    process.env.CITUS_FOLDER = folder
    const full = filters.length === 0
    const projects = filters.some((filter) => filter.includes('.soak')) ? ['soak'] : ['unit']
    let failed = 0
    for (const files of inRounds(full ? TESTS : filters)) {
      const result = await runTests({ root, node, projects, filters: files, printsSlowest: full })
      failed += result.failed
      count(result)
    }
    count(compare(folder, full && failed === 0))
  } finally {
    cluster('stop', folder)
    rmSync(folder, { recursive: true, force: true })
  }
})

function isWanted(path) {
  return filters.length === 0 || filters.some((filter) => path.includes(filter))
}

/** All together, then one by one those that restart the cluster. */
function inRounds(files) {
  const together = files.filter((file) => !RESTARTS.test(file))
  return [together, ...files.filter((file) => RESTARTS.test(file)).map((file) => [file])].filter(
    (round) => round.length > 0,
  )
}

/** Why no cluster can run here, if so. */
function whyNot() {
  if (!existsSync(CLUSTER)) return `no script that makes one at ${CLUSTER}; name it in CITUS_CLUSTER`
  if (existsSync(POSTGRES)) return null
  if (process.getuid?.() !== 0) return 'PostgreSQL 15 is missing: apt-get install postgresql-15'
  spawnSync('apt-get', ['install', '-y', 'postgresql-15'], { stdio: 'ignore' })
  return existsSync(POSTGRES) ? null : 'PostgreSQL 15 cannot be installed on this system'
}

function cluster(...words) {
  execFileSync('bash', [CLUSTER, ...words], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Three free ports in a row. */
async function freePorts() {
  for (let port = 20_000 + (process.pid % 20_000); ; port += 3)
    if ((await Promise.all([0, 1, 2].map((more) => isFree(port + more)))).every(Boolean)) return port
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * The coordinator logs which statements it splits. Committed data survives a crash, and distributed transactions
 * left open by one are resolved after a second instead of the default minute.
 */
function configure(folder, port) {
  const durable = "synchronous_commit = on\ncitus.recover_2pc_interval = '1s'\n"
  const logged = "log_line_prefix = '%m [%p] %d %a '\ncitus.multi_task_query_log_level = 'log'\n"
  const psql = join(folder, 'prefix/usr/lib/postgresql/15/bin/psql')
  for (const [at, name] of ['coordinator', 'worker1', 'worker2'].entries()) {
    appendFileSync(join(folder, name, 'postgresql.conf'), at === 0 ? durable + logged : durable)
    const server = ['-h', '127.0.0.1', '-p', port + at, '-U', 'leadwright', '-d', 'postgres']
    execFileSync(
      psql,
      ['-X', '-q', ...server, '-o', '/dev/null', '-c', 'select pg_reload_conf()'].map(String),
    )
  }
}

/** The number of statements sent to every server may only decrease. */
function compare(folder, isComplete) {
  const before = readFileSync(ALLOWED, 'utf8').split('\n').filter(Boolean)
  const log = readFileSync(join(folder, 'coordinator.log'), 'utf8')
  const asked = ofTheProgram(root, splitStatements(log))
  const { added, gone, after } = compareStatements(before, asked, isComplete)
  for (const statement of added) console.log(`${writes ? '+' : '✗'} asks every server: ${statement}`)
  for (const statement of gone) console.log(`- no longer asks every server: ${statement}`)
  if (writes) writeFileSync(ALLOWED, after.map((statement) => `${statement}\n`).join(''))
  else if (added.length + gone.length > 0)
    console.log(
      `${ALLOWED} differs: if a statement asks every server on purpose, npm run test:distributed -- --write`,
    )
  const failed = writes ? 0 : added.length
  return { passed: failed === 0 ? 1 : 0, failed }
}
