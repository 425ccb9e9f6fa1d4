import type { Socket } from 'node:net'
import type { SmtpReply } from './classify-reply.ts'

/** No reply in time, the connection ended, or the bytes are not SMTP. */
export type BreakReason = 'timeout' | 'closed' | 'bad_reply'

export class DialogueBroken extends Error {
  readonly why: BreakReason

  constructor(why: BreakReason) {
    super(`The SMTP session ended: ${why}`)
    this.why = why
  }
}

/** RFC 5321 allows lines of 512 octets; some hosts send longer ones. */
const MAX_LINE = 4096
const MAX_REPLY_LINES = 100
const MAX_SESSION_BYTES = 65_536
const LINE_END = 0x0a

export interface ReplyReader {
  /**
   * The next reply; rejects with DialogueBroken. The reader's `onLine` gets its lines first. Bytes that trickle in
   * do not extend the time.
   */
  next(timeoutMs: number): Promise<SmtpReply>
  /** Whether unrequested bytes have arrived. */
  hasUnread(): boolean
}

/** Splits a line into code, continuation mark and text; null when it is malformed. */
function parseLine(line: string): { code: number; last: boolean; text: string } | null {
  const match = /^([2-5]\d\d)(?:([ -])(.*))?$/s.exec(line)
  return match ? { code: Number(match[1]), last: match[2] !== '-', text: match[3] ?? '' } : null
}

/** Reads SMTP replies from a socket, with limits on length and number. */
export function createReplyReader(socket: Socket, onLine: (line: string) => void): ReplyReader {
  const replies: SmtpReply[] = []
  let partial: Buffer = Buffer.alloc(0)
  let lines: string[] = []
  let received = 0
  // It may have ended before.
  let broken: BreakReason | null = socket.destroyed || socket.readableEnded ? 'closed' : null
  let wake: () => void = () => {}

  function breakOff(why: BreakReason): void {
    broken ??= why
    socket.off('data', onData)
    if (why === 'bad_reply') socket.destroy()
    wake()
  }

  function takeLine(line: string): void {
    onLine(line)
    const parsed = parseLine(line)
    if (!parsed) {
      breakOff('bad_reply')
      return
    }
    lines.push(parsed.text)
    if (!parsed.last) {
      if (lines.length >= MAX_REPLY_LINES) breakOff('bad_reply')
      return
    }
    replies.push({ code: parsed.code, lines })
    lines = []
    wake()
  }

  function onData(chunk: Buffer): void {
    received += chunk.length
    partial = Buffer.concat([partial, chunk])
    let end = partial.indexOf(LINE_END)
    while (end >= 0 && end <= MAX_LINE && !broken) {
      takeLine(partial.toString('utf8', 0, end).replace(/\r$/, ''))
      partial = partial.subarray(end + 1)
      end = partial.indexOf(LINE_END)
    }
    if (partial.length > MAX_LINE || received > MAX_SESSION_BYTES) breakOff('bad_reply')
  }

  socket.on('data', onData)
  for (const event of ['end', 'close', 'error']) socket.once(event, () => breakOff('closed'))

  return {
    hasUnread: () => replies.length > 0 || lines.length > 0 || partial.length > 0,
    async next(timeoutMs) {
      const waiting = Promise.withResolvers<void>()
      wake = waiting.resolve
      const timer = setTimeout(() => breakOff('timeout'), timeoutMs)
      try {
        if (replies.length === 0 && !broken) await waiting.promise
        const reply = replies.shift()
        if (reply) return reply
        throw new DialogueBroken(broken ?? 'closed')
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
