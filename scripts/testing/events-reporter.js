/**
 * Vitest reporter that sends events to its parent process as they happen, so that an interrupted run is counted
 * too. Each message is an event for `createTally`.
 */
export default class EventsReporter {
  onTestRunStart(specifications) {
    send({ kind: 'run', files: specifications.length })
  }

  /** Before its imports, which can hang as well. */
  onTestModuleQueued(module) {
    send({ kind: 'file started', file: module.relativeModuleId })
  }

  onTestModuleEnd(module) {
    const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
    const broken = suites.length + (module.errors().length > 0 ? 1 : 0)
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    const seconds = (collectDuration + setupDuration + duration) / 1000
    send({ kind: 'file ended', file: module.relativeModuleId, broken, seconds })
  }

  onTestCaseReady(test) {
    send({ kind: 'work started', file: test.module.relativeModuleId, id: test.id, name: test.fullName })
  }

  onHookStart(hook) {
    send({ kind: 'work started', ...hookOf(hook) })
  }

  onHookEnd(hook) {
    send({ kind: 'hook ended', ...hookOf(hook) })
  }

  onTestCaseResult(test) {
    const { state, note } = test.result()
    const file = test.module.relativeModuleId
    send({ kind: 'test ended', file, id: test.id, name: test.fullName, state, note: note ?? '' })
  }

  /** Uncaught errors belong to no test. */
  onTestRunEnd(_modules, unhandledErrors) {
    send({ kind: 'run ended', unhandled: unhandledErrors.length })
  }
}

function hookOf({ name, entity }) {
  const file = (entity.module ?? entity).relativeModuleId
  return { file, id: `${entity.id} ${name}`, name: [entity.fullName, name].filter(Boolean).join(' > ') }
}

function send(event) {
  process.send?.(event)
}
