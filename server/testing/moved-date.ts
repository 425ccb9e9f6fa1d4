import { readFileSync } from 'node:fs'

/** Loaded with `--import` before a program: its dates are those of the clock in the file MOVED_CLOCK. */
const file = process.env.MOVED_CLOCK
/** How soon a program notices that its clock was moved. */
const CHECK_MS = 500

const Machine = Date
let [moved, checkedAt] = [0, Number.NEGATIVE_INFINITY]

function now(): number {
  if (file && performance.now() - checkedAt > CHECK_MS) {
    checkedAt = performance.now()
    moved = Number(readFileSync(file, 'utf8')) * 1000
  }
  return Machine.now() + moved
}

globalThis.Date = new Proxy(Machine, {
  construct: (date, args, as) => Reflect.construct(date, args.length > 0 ? args : [now()], as),
  apply: () => new Machine(now()).toString(),
  get: (date, name, as) => (name === 'now' ? now : Reflect.get(date, name, as)),
})
