/** Reads JSON from a program of this machine. @throws when nothing answers in time */
export async function readLoopback(
  port: number,
  path: string,
): Promise<{ status: number; body: { message?: string } }> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) })
  return { status: reply.status, body: (await reply.json().catch(() => ({}))) as { message?: string } }
}
