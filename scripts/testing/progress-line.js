/** Refresh interval of the line. */
const EVERY_MS = 250
/** Without a terminal a whole line is printed now and then, so that a log shows progress. */
const PLAIN_EVERY_MS = 60_000
const CLEAR = '\r\x1b[K'

/**
 * Passes text on to `out` and keeps a progress line below it.
 * @param {{ isTTY?: boolean, columns?: number, write(text: string): unknown }} out
 * @param {() => string} describe returns the line; empty for none
 * @returns {{ write(text: string): void, stop(): void }}
 */
export function createProgressLine(out, describe) {
  // Incomplete lines are buffered, or the progress would be written into them.
  let held = ''
  const draw = () => out.write(CLEAR + describe().slice(0, (out.columns ?? 80) - 1))
  const plain = () => {
    const line = describe()
    if (line) out.write(`${line}\n`)
  }
  const timer = out.isTTY ? setInterval(draw, EVERY_MS) : setInterval(plain, PLAIN_EVERY_MS)
  timer.unref?.()
  return {
    write(text) {
      const whole = (held + text).lastIndexOf('\n') + 1
      const lines = (held + text).slice(0, whole)
      held = (held + text).slice(whole)
      if (lines === '') return
      if (!out.isTTY) return void out.write(lines)
      out.write(CLEAR + lines)
      draw()
    },
    stop() {
      clearInterval(timer)
      if (out.isTTY) out.write(CLEAR)
      if (held) out.write(`${held}\n`)
    },
  }
}

/** Such as `37 of 272 files, 812 passed, 1 failed, 1:23`. */
export function progressText({ files, filesEnded, passed, failed }, ms) {
  if (files === 0) return ''
  const seconds = Math.floor(ms / 1000)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return `${filesEnded} of ${files} files, ${passed} passed, ${failed} failed, ${time}`
}
