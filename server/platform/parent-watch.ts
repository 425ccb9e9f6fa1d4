const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Ctrl-C reaches the server from the terminal and from its parent: within this time both count as one. */
const SAME_REQUEST_MS = 1000

/**
 * Calls `stop` once when this process should end: on SIGINT, SIGTERM or SIGHUP, or when the parent with the IPC
 * channel is gone, even by kill -9 (the kernel closes the channel). Exits with 0 when `stop` resolves and 1 when it
 * rejects; a signal repeated after a second exits at once with 130.
 * @param stop shuts down gracefully; its argument is the reason, such as "SIGTERM" or "the parent process has ended"
 */
export function onStopRequest(stop: (reason: string) => Promise<void>): void {
  let requestedAt: number | null = null
  const requestStop = (reason: string) => {
    if (requestedAt === null) {
      requestedAt = performance.now()
      stop(reason).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    } else if (performance.now() - requestedAt > SAME_REQUEST_MS && reason.startsWith('SIG')) {
      process.exit(130)
    }
  }
  for (const signal of SIGNALS) process.on(signal, () => requestStop(signal))

  if (!process.channel) return
  process.on('disconnect', () => requestStop('the parent process has ended'))
  process.channel.unref()
  if (!process.connected) requestStop('the parent process has ended')
}
