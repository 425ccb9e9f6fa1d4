/**
 * Counts a test run from the events of `events-reporter.js`: what has ended, and what is running.
 * @param {() => number} now milliseconds of a monotonic clock
 */
export function createTally(now = () => performance.now()) {
  const state = { files: 0, passed: 0, failed: 0, ended: false }
  /** @type {{ name: string, reason: string }[]} */
  const skipped = []
  /** @type {Map<string, number>} start time of each running file */
  const openFiles = new Map()
  /** @type {Map<string, { file: string, name: string }>} */
  const openWork = new Map()
  /** @type {Map<string, number>} seconds of the ended files */
  const endedFiles = new Map()

  const take = {
    run: ({ files }) => {
      state.files = files
    },
    'file started': ({ file }) => openFiles.set(file, now()),
    'file ended': ({ file, broken, seconds }) => {
      openFiles.delete(file)
      endedFiles.set(file, seconds)
      state.failed += broken
    },
    'work started': ({ id, file, name }) => openWork.set(id, { file, name }),
    'hook ended': ({ id }) => openWork.delete(id),
    'test ended': ({ id, file, name, state: result, note }) => {
      openWork.delete(id)
      if (result === 'passed') state.passed++
      else if (result === 'failed') state.failed++
      else skipped.push({ name: `${file} > ${name}`, reason: note })
    },
    'run ended': ({ unhandled }) => {
      state.ended = true
      state.failed += unhandled
    },
  }

  return {
    /** Processes one event; ignores unknown kinds. */
    take: (event) => void take[event.kind]?.(event),
    /** `{ files, filesEnded, passed, failed, ended, skipped: [{ name, reason }] }` so far. */
    totals: () => ({ ...state, filesEnded: endedFiles.size, skipped: [...skipped] }),
    /** Running files: `[{ file, ms, tests: [names of tests and hooks] }]`, longest first. */
    running: () =>
      [...openFiles].map(([file, since]) => ({
        file,
        ms: now() - since,
        tests: [...openWork.values()].filter((work) => work.file === file).map(({ name }) => name),
      })),
    /** The slowest files: `[{ file, seconds }]`. */
    slowest: (count) =>
      [...endedFiles]
        .map(([file, seconds]) => ({ file, seconds }))
        .sort((a, b) => b.seconds - a.seconds)
        .slice(0, count),
  }
}
