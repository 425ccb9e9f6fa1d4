import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { within } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Measure, Measurement } from './measurement.ts'

const PREFIX = 'leadwright_'
/** Scrapers wait ten seconds as a rule: what the database doesn't answer by then must not cost the rest. */
const MEASURE_MS = 5000
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counters of this process, and gauges that are read from the database on demand. */
export interface Metrics {
  request(request: { method: string; route: string; status: number; seconds: number }): void
  query(seconds: number, isSlow: boolean): void
  job(job: string, outcome: 'done' | 'failed', seconds: number): void
  run(kind: string, state: string): void
  /** Adds gauges that are cached for `seconds`. */
  measure(name: string, seconds: number, measure: Measure): void
  /** All metrics in the text format of Prometheus. A measure that fails is left out and named in `measure_failed`. */
  text(): Promise<{ contentType: string; text: string }>
}

/** Caches a measure for `seconds`; concurrent callers share one reading. */
function cachedFor(seconds: number, measure: Measure): Measure {
  let [readAt, reading]: [number, Promise<Measurement[]> | null] = [0, null]
  return () => {
    if (!reading || performance.now() - readAt > seconds * 1000) {
      readAt = performance.now()
      reading = measure()
      // The next reader retries a failed measure.
      reading.catch(() => {
        reading = null
      })
    }
    return reading
  }
}

function counters(registers: Registry[]) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name: PREFIX + name, help, labelNames, buckets: SECONDS, registers })
  return {
    requests: counter('http_requests_total', 'Completed requests', ['method', 'route', 'status']),
    requestSeconds: histogram('http_request_duration_seconds', 'Duration of requests', ['method', 'route']),
    querySeconds: histogram('db_query_duration_seconds', 'Duration of database queries', []),
    slowQueries: counter('db_slow_queries_total', 'Queries slower than SLOW_QUERY_MS', []),
    jobs: counter('jobs_total', 'Background jobs that ended in this process', ['job', 'outcome']),
    jobSeconds: histogram('job_duration_seconds', 'Duration of background jobs', ['job']),
    runs: counter('runs_total', 'Runs that ended in this process', ['kind', 'state']),
  }
}

/** Node's own metrics. What the process used until now counts, too: they alone would begin at 0 with the first read. */
function collectDefaults(registry: Registry): void {
  collectDefaultMetrics({ register: registry, prefix: PREFIX })
  const { user, system } = process.cpuUsage()
  const used = { user, system, '': user + system }
  for (const [kind, microseconds] of Object.entries(used)) {
    const name = `${PREFIX}process_cpu_${kind && `${kind}_`}seconds_total`
    ;(registry.getSingleMetric(name) as Counter).inc(microseconds / 1e6)
  }
}

/** Metrics of one process. Those of Node itself are collected from the first read on. */
export function createMetrics(log: Log): Metrics {
  const registry = new Registry()
  const own = counters([registry])
  const measures = new Map<string, Measure>()
  const gauges = new Map<string, Gauge>()
  let hasDefaults = false

  function show({ name, help, values }: Measurement): void {
    gauges.get(name)?.reset()
    // The first value has all label names.
    if (!values[0]) return
    const labelNames = Object.keys(values[0].labels ?? {})
    const gauge =
      gauges.get(name) ?? new Gauge({ name: PREFIX + name, help, labelNames, registers: [registry] })
    gauges.set(name, gauge)
    for (const { labels, value } of values) gauge.set({ ...labels }, value)
  }

  async function readAll(): Promise<void> {
    const failed = await Promise.all(
      [...measures].map(async ([name, measure]) => {
        try {
          const measured = await within(MEASURE_MS, measure())
          if (measured === 'late') throw new Error(`no answer within ${MEASURE_MS / 1000} seconds`)
          for (const measurement of measured) show(measurement)
          return { labels: { measure: name }, value: 0 }
        } catch (error) {
          log.warn({ err: error, measure: name }, 'a metric could not be read')
          return { labels: { measure: name }, value: 1 }
        }
      }),
    )
    show({ name: 'measure_failed', help: '1 for measures that could not be read', values: failed })
  }

  return {
    request({ method, route, status, seconds }) {
      own.requests.inc({ method, route, status: String(status) })
      own.requestSeconds.observe({ method, route }, seconds)
    },
    query(seconds, isSlow) {
      own.querySeconds.observe(seconds)
      if (isSlow) own.slowQueries.inc()
    },
    job(job, outcome, seconds) {
      own.jobs.inc({ job, outcome })
      own.jobSeconds.observe({ job }, seconds)
    },
    run: (kind, state) => own.runs.inc({ kind, state }),
    measure: (name, seconds, measure) => void measures.set(name, cachedFor(seconds, measure)),
    async text() {
      if (!hasDefaults) collectDefaults(registry)
      hasDefaults = true
      await readAll()
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
