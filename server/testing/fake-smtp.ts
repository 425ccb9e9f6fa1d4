import { createServer, type Socket } from 'node:net'

/** Stages at which the server replies; `connect` is before the banner. */
type FakeSmtpStage = 'connect' | 'banner' | 'ehlo' | 'helo' | 'mail' | 'rcpt' | 'quit' | 'other'

/** The reply without line end; `\n` separates several lines. Null closes the connection. */
type FakeSmtpReply = string | null

/** Behaviour of the server. All optional: by default no recipient exists (550 5.1.1). */
export interface FakeSmtpScript {
  banner?: FakeSmtpReply
  ehlo?: FakeSmtpReply
  helo?: FakeSmtpReply
  mail?: FakeSmtpReply
  quit?: FakeSmtpReply
  /**
   * Replies to RCPT by lower-case address; `*` is the default. A list is used up over all sessions, and its last
   * entry repeats.
   */
  rcpt?: Record<string, FakeSmtpReply | FakeSmtpReply[]>
  /** Accepts every address not in `rcpt`. */
  catchAll?: boolean
  /** Defers this many RCPT commands of each address with 451. */
  greylist?: number
  /** Replies this to the first RCPT of each session. */
  toFirst?: string
  /** Closes the connection after every RCPT reply other than 2xx. */
  closeAfterError?: boolean
  /** Closes the connection instead of replying at this stage. */
  dropAt?: FakeSmtpStage
  /** Never replies at this stage. */
  hangAt?: FakeSmtpStage
  /** Waits before each reply. */
  delayMs?: number
  /** Sends each reply one byte at a time. */
  tarpitMs?: number
  /** Sends these bytes at a stage instead of the reply. */
  raw?: Partial<Record<FakeSmtpStage, string | Buffer>>
  /** Sends endless continuation lines at this stage, until the other side closes. */
  endlessAt?: FakeSmtpStage
}

interface FakeSmtpSession {
  /** Received lines. */
  commands: string[]
  /** Lower-case addresses of RCPT commands. */
  recipients: string[]
  /** Whether it ended with QUIT. */
  quit: boolean
}

/** A mail server on this machine that talks up to RCPT, scripted by data. */
export interface FakeSmtp {
  port: number
  /** `127.0.0.1:<port>`, as in MX_MAP. */
  address: string
  /** Mutable at any time. */
  script: FakeSmtpScript
  readonly sessions: FakeSmtpSession[]
  /** Addresses of RCPT commands over all sessions, in order. */
  recipients(): string[]
  /** Maximum of concurrent connections. */
  maxOpen(): number
  /** Stops it and closes all connections. */
  close(): Promise<void>
}

const STAGES: Record<string, FakeSmtpStage> = {
  EHLO: 'ehlo',
  HELO: 'helo',
  MAIL: 'mail',
  RCPT: 'rcpt',
  QUIT: 'quit',
}
const DEFAULTS: Partial<Record<FakeSmtpStage, string>> = {
  banner: '220 mx.fake.example ESMTP',
  ehlo: '250-mx.fake.example\n250-PIPELINING\n250 8BITMIME',
  helo: '250 mx.fake.example',
  mail: '250 2.1.0 Ok',
  quit: '221 2.0.0 Bye',
  other: '502 5.5.2 Command not recognized',
}
const UNKNOWN = '550 5.1.1 Recipient address rejected: User unknown'
const PUT_OFF = '451 4.7.1 Greylisted, please try again later'

/**
 * Starts a mail server on a free port of 127.0.0.1.
 * @example
 * const smtp = await startFakeSmtp({ rcpt: { 'ann@acme.example': '250 2.1.5 Ok' } })
 * const mxMap = `acme.example=${smtp.address}`
 */
export async function startFakeSmtp(script: FakeSmtpScript = {}): Promise<FakeSmtp> {
  const sessions: FakeSmtpSession[] = []
  const sockets = new Set<Socket>()
  const times = new Map<string, number>()
  let maxOpen = 0

  const fake: FakeSmtp = {
    port: 0,
    address: '',
    script,
    sessions,
    recipients: () => sessions.flatMap((session) => session.recipients),
    maxOpen: () => maxOpen,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }

  function rcptReply(address: string): FakeSmtpReply {
    const { rcpt = {}, catchAll, greylist = 0 } = fake.script
    const before = times.get(address) ?? 0
    times.set(address, before + 1)
    if (before < greylist) return PUT_OFF
    const named = rcpt[address] ?? (catchAll ? '250 2.1.5 Ok' : rcpt['*'])
    if (named === null) return null
    if (!Array.isArray(named)) return named ?? UNKNOWN
    return named[Math.min(before - greylist, named.length - 1)] ?? null
  }

  function replyAt(stage: FakeSmtpStage, session: FakeSmtpSession): FakeSmtpReply {
    const { toFirst } = fake.script
    if (stage === 'rcpt' && toFirst && session.recipients.length === 1) return toFirst
    if (stage === 'rcpt') return rcptReply(session.recipients.at(-1) ?? '')
    const scripted = (fake.script as Partial<Record<FakeSmtpStage, FakeSmtpReply>>)[stage]
    return scripted === undefined ? (DEFAULTS[stage] ?? null) : scripted
  }

  /** Replies at a stage; false when the connection is over. */
  async function answer(socket: Socket, stage: FakeSmtpStage, session: FakeSmtpSession): Promise<boolean> {
    const { dropAt, hangAt, raw, endlessAt, delayMs, tarpitMs, closeAfterError } = fake.script
    if (hangAt === stage) return new Promise(() => {})
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (endlessAt === stage) return pourOut(socket)
    const bytes = raw?.[stage]
    if (bytes !== undefined) return socket.write(bytes) || true
    const reply = dropAt === stage ? null : replyAt(stage, session)
    if (reply === null) {
      socket.end()
      return false
    }
    await sendReply(socket, `${reply.replaceAll('\n', '\r\n')}\r\n`, tarpitMs)
    const over = stage === 'quit' || (closeAfterError && stage === 'rcpt' && !reply.startsWith('2'))
    if (over) socket.end()
    return !over
  }

  async function converse(socket: Socket): Promise<void> {
    const session: FakeSmtpSession = { commands: [], recipients: [], quit: false }
    sessions.push(session)
    if (fake.script.dropAt === 'connect') return void socket.destroy()
    if (!(await answer(socket, 'banner', session))) return
    for await (const line of linesOf(socket)) {
      session.commands.push(line)
      const stage = STAGES[line.slice(0, 4).toUpperCase()] ?? 'other'
      if (stage === 'quit') session.quit = true
      if (stage === 'rcpt') session.recipients.push(/<([^>]*)>/.exec(line)?.[1]?.toLowerCase() ?? '')
      if (!(await answer(socket, stage, session))) return
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    maxOpen = Math.max(maxOpen, sockets.size)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket).catch(() => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  fake.port = (server.address() as { port: number }).port
  fake.address = `127.0.0.1:${fake.port}`
  return fake
}

async function* linesOf(socket: Socket): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of socket.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function sendReply(socket: Socket, text: string, everyMs: number | undefined): Promise<void> {
  if (everyMs === undefined) {
    socket.write(text)
    return
  }
  for (const byte of Buffer.from(text)) {
    if (socket.destroyed) return
    socket.write(Buffer.of(byte))
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

async function pourOut(socket: Socket): Promise<false> {
  const lines = '250-and one more line\r\n'.repeat(200)
  while (!socket.destroyed && !socket.writableEnded) {
    if (!socket.write(lines)) {
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve)
        socket.once('close', () => resolve())
      })
    }
  }
  return false
}
