import type { ConnectFailure } from '#server/platform/net/tcp-connect.ts'
import type { Reason } from './reasons.ts'
import type { DialogueEnd, DialogueResult, RecipientAnswer } from './smtp/dialogue.ts'
import type { ProbeResult } from './smtp/probe-hosts.ts'
import type { ReplyClass } from './smtp/reply-rules.ts'

/** What an SMTP session proves. `transient`: the reply was 4xx, so a later one may differ. */
export interface Verdict {
  reason: Reason
  transient: boolean
}

const NOT_CONNECTED: Record<ConnectFailure, Reason> = {
  refused: 'mx_refused',
  timeout: 'mx_timeout',
  unreachable: 'mx_unreachable',
  blocked_address: 'mx_not_public',
  no_address: 'mx_without_address',
  dns_failed: 'dns_failed',
}

const BROKEN: Record<Exclude<DialogueEnd['why'], 'refused'>, Reason> = {
  timeout: 'smtp_timeout',
  closed: 'smtp_closed',
  bad_reply: 'bad_reply',
  no_utf8: 'utf8_not_supported',
}

/** Replies that end the session before RCPT. */
const BEFORE_RCPT: Partial<Record<ReplyClass, Reason>> = {
  greylisted: 'greylisted',
  temporary: 'temporary_failure',
  blocked: 'probe_blocked',
  relay_denied: 'relay_denied',
  wants_sign_in: 'sign_in_required',
  sender_refused: 'sender_refused',
}

/** Replies to RCPT: the reason for reliable hosts, and for unreliable ones. */
const RECIPIENT: Record<
  Exclude<ReplyClass, 'accepted' | 'full'>,
  { reliable: Reason; unreliable: Reason }
> = {
  cannot_tell: { reliable: 'host_does_not_say', unreliable: 'host_does_not_say' },
  disabled: { reliable: 'mailbox_disabled', unreliable: 'provider_rejects_unreliably' },
  no_such_user: { reliable: 'mailbox_unknown', unreliable: 'provider_rejects_unreliably' },
  greylisted: { reliable: 'greylisted', unreliable: 'greylisted' },
  temporary: { reliable: 'temporary_failure', unreliable: 'temporary_failure' },
  blocked: { reliable: 'probe_blocked', unreliable: 'probe_blocked' },
  relay_denied: { reliable: 'relay_denied', unreliable: 'probe_refused' },
  wants_sign_in: { reliable: 'sign_in_required', unreliable: 'probe_refused' },
  sender_refused: { reliable: 'sender_refused', unreliable: 'probe_refused' },
  rejected: { reliable: 'rejected_without_cause', unreliable: 'probe_refused' },
}

/** Whether a reply says that nobody has this address; a refusal without that reason may be about its form. */
const isAbsent = (answer: RecipientAnswer | null): boolean =>
  answer !== null && !answer.transient && (answer.is === 'no_such_user' || answer.is === 'disabled')

/**
 * Whether the host accepts every address, from its replies to a random one; null when they prove nothing. Only a
 * host that calls a mailbox absent other than that of the first recipient tells them apart.
 */
export function isCatchAll({ random, target, again }: DialogueResult): boolean | null {
  if (random?.is === 'accepted' || again?.is === 'accepted') return true
  return isAbsent(random) && (isAbsent(again) || isAbsent(target)) ? false : null
}

function judgeEnd(end: DialogueEnd): Verdict {
  if (end.why !== 'refused') return { reason: BROKEN[end.why], transient: false }
  const transient = end.answer?.transient ?? false
  const reason = end.answer && BEFORE_RCPT[end.answer.is]
  if (reason) return { reason, transient }
  return { reason: end.at === 'greeting' ? 'greeting_refused' : 'probe_blocked', transient }
}

function judgeTarget(
  { is, transient }: RecipientAnswer,
  catchAll: boolean | null,
  reliable: boolean,
): Verdict {
  // A full mailbox exists, also with 4xx.
  if (is === 'full') return { reason: 'full_inbox', transient: false }
  if (is !== 'accepted') return { reason: RECIPIENT[is][reliable ? 'reliable' : 'unreliable'], transient }
  if (!reliable) return { reason: 'provider_accepts_unreliably', transient: false }
  return { reason: catchAll === false ? 'mailbox_accepted' : 'catch_all_unchecked', transient: false }
}

/**
 * Judges an address by the replies of its domain's hosts. `catchAll` is what is known of the domain by now;
 * `reliable` whether replies of these hosts can be trusted.
 */
export function judge(probe: ProbeResult, catchAll: boolean | null, reliable: boolean): Verdict {
  if (probe.kind === 'not_connected') return { reason: NOT_CONNECTED[probe.why], transient: false }
  if (probe.kind === 'not_greeted') return judgeEnd(probe.end)
  const { random, target, end } = probe.result
  if (catchAll === true) return { reason: 'accepts_everything', transient: false }
  if (target) return judgeTarget(target, catchAll, reliable)
  // The host closed the connection; its reply to the random address shows why.
  if (random?.is === 'blocked' || random?.is === 'greylisted') return judgeTarget(random, null, reliable)
  return end ? judgeEnd(end) : { reason: 'bad_reply', transient: false }
}
