import type { Socket } from 'node:net'
import { classifyReply, type SmtpReply } from './classify-reply.ts'
import { type BreakReason, createReplyReader, DialogueBroken } from './reply-reader.ts'
import type { ReplyClass } from './reply-rules.ts'
import type { Transcript } from './transcript.ts'

/** Stages of a session, in order. */
type DialogueStage = 'greeting' | 'hello' | 'mail' | 'random' | 'target' | 'again'

/** Reply to RCPT. */
export interface RecipientAnswer {
  is: ReplyClass
  /** Whether the code was 4xx. */
  transient: boolean
}

/** Why a session ended early. `no_utf8`: the host does not accept non-ASCII local parts. */
export interface DialogueEnd {
  at: DialogueStage
  why: BreakReason | 'refused' | 'no_utf8'
  /** The meaning of a `refused` reply. */
  answer: RecipientAnswer | null
}

/** Results of one session; null for an address not probed or not answered. */
export interface DialogueResult {
  random: RecipientAnswer | null
  target: RecipientAnswer | null
  /**
   * The random address again, after a refusal and an accepted address: a host that refuses the first recipient of
   * each session says nothing about it.
   */
  again: RecipientAnswer | null
  end: DialogueEnd | null
}

export interface DialoguePlan {
  helo: string
  /** MAIL FROM; empty for the null sender. */
  from: string
  /** An address that certainly does not exist, probed first; null to skip it. */
  random: string | null
  /** The address to verify. Not probed when the random one is accepted. */
  target: string
  /** Whether to repeat a refused target that was the first recipient, in case the host refuses every first one. */
  repeat: boolean
  /** Whether the target needs SMTPUTF8. */
  utf8: boolean
  replyTimeoutMs: number
}

/** QUIT is polite, but its reply is not awaited long. */
const QUIT_TIMEOUT_MS = 1000

const readAnswer = (reply: SmtpReply, atRecipient: boolean): RecipientAnswer => ({
  is: classifyReply(reply, atRecipient),
  transient: reply.code >= 400 && reply.code < 500,
})
/** A permanent refusal that may be about the mailbox. */
const isRefusal = ({ is, transient }: RecipientAnswer): boolean =>
  !transient && (is === 'no_such_user' || is === 'disabled' || is === 'rejected')
const isOk = (reply: SmtpReply): boolean => reply.code >= 200 && reply.code < 300
const offers = (reply: SmtpReply, keyword: string): boolean =>
  reply.lines.slice(1).some((line) => line.toUpperCase().split(' ')[0] === keyword)

/** Ends a session at a stage; caught by its caller. */
class Stop extends Error {
  readonly end: Omit<DialogueEnd, 'at'>

  constructor(why: DialogueEnd['why'], answer: RecipientAnswer | null = null) {
    super(why)
    this.end = { why, answer }
  }
}

/** One SMTP session over an open connection. */
function createDialogue(socket: Socket, plan: DialoguePlan, transcript: Transcript) {
  const reader = createReplyReader(socket, (line) => transcript.add('<', line))
  const result: DialogueResult = { random: null, target: null, again: null, end: null }
  let at: DialogueStage = 'greeting'

  async function command(line: string, timeoutMs = plan.replyTimeoutMs): Promise<SmtpReply> {
    // A reply before its command would be taken as the reply to it.
    if (reader.hasUnread() && !socket.destroyed) throw new DialogueBroken('bad_reply')
    transcript.add('>', line)
    socket.write(`${line}\r\n`)
    return reader.next(timeoutMs)
  }

  function must(reply: SmtpReply): SmtpReply {
    if (!isOk(reply)) throw new Stop('refused', readAnswer(reply, false))
    return reply
  }

  async function hello(): Promise<SmtpReply> {
    const reply = await command(`EHLO ${plan.helo}`)
    return must(reply.code >= 500 ? await command(`HELO ${plan.helo}`) : reply)
  }

  async function request(): Promise<void> {
    must(await reader.next(plan.replyTimeoutMs))
    at = 'hello'
    const utf8 = offers(await hello(), 'SMTPUTF8')
    if (plan.utf8 && !utf8) throw new Stop('no_utf8')
    at = 'mail'
    must(await command(`MAIL FROM:<${plan.from}>${plan.utf8 ? ' SMTPUTF8' : ''}`))
    if (plan.random !== null) {
      at = 'random'
      result.random = readAnswer(await command(`RCPT TO:<${plan.random}>`), true)
      if (result.random.is === 'accepted') return
    }
    at = 'target'
    result.target = readAnswer(await command(`RCPT TO:<${plan.target}>`), true)
    at = 'again'
    if (result.random && isRefusal(result.random) && result.target.is === 'accepted')
      result.again = readAnswer(await command(`RCPT TO:<${plan.random}>`), true)
    if (plan.repeat && isRefusal(result.target))
      result.target = readAnswer(await command(`RCPT TO:<${plan.target}>`), true)
  }

  return {
    /** Runs all stages; afterwards `result` is complete. */
    async run(): Promise<DialogueResult> {
      try {
        await request()
      } catch (error) {
        if (error instanceof Stop) result.end = { at, ...error.end }
        else if (error instanceof DialogueBroken) result.end = { at, why: error.why, answer: null }
        else throw error
      }
      const broken = result.end && result.end.why !== 'refused' && result.end.why !== 'no_utf8'
      if (!broken) await command('QUIT', Math.min(QUIT_TIMEOUT_MS, plan.replyTimeoutMs)).catch(() => {})
      return result
    },
  }
}

/**
 * Probes recipients over an open connection, up to RCPT and never DATA, one command at a time, and closes it. An
 * abort of the signal ends the session as a timeout.
 */
export async function runDialogue(
  socket: Socket,
  { plan, transcript, signal }: { plan: DialoguePlan; transcript: Transcript; signal: AbortSignal },
): Promise<DialogueResult> {
  const onAbort = () => socket.destroy()
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    const result = await createDialogue(socket, plan, transcript).run()
    if (result.end && signal.aborted) result.end.why = 'timeout'
    return result
  } finally {
    signal.removeEventListener('abort', onAbort)
    socket.destroy()
  }
}
