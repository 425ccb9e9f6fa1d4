/** Thrown inside a run to end it: cancelled by a person, taken over by another worker, or the process stops. */
export class RunStopped extends Error {
  readonly reason: 'cancelled' | 'lost' | 'shutdown'
  constructor(reason: 'cancelled' | 'lost' | 'shutdown') {
    super(`run stopped: ${reason}`)
    this.reason = reason
  }
}

/** Thrown inside a run to release its slot: it waits for something, and continues after a while. */
export class RunParked extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super(`run parked for ${seconds} seconds`)
    this.seconds = seconds
  }
}
