/**
 * What a reply says:
 * - `accepted`: the address accepts mail;
 * - `cannot_tell`: the host accepts the command without confirming the mailbox (252);
 * - `full`: the mailbox exists and is full;
 * - `disabled`, `no_such_user`: nobody receives mail there; only with positive evidence, only at RCPT, only 5xx;
 * - `greylisted`: deferred as an unknown sender; `temporary`: deferred for another or no reason;
 * - `blocked`: about us (address, name, reputation, rate) or a policy, not about the mailbox;
 * - `relay_denied`, `wants_sign_in`, `sender_refused`: about something other than the mailbox;
 * - `rejected`: rejected permanently without a reason.
 */
export type ReplyClass =
  | 'accepted'
  | 'cannot_tell'
  | 'full'
  | 'disabled'
  | 'no_such_user'
  | 'greylisted'
  | 'temporary'
  | 'blocked'
  | 'relay_denied'
  | 'wants_sign_in'
  | 'sender_refused'
  | 'rejected'

/** A pattern for the lower-case text without addresses and status codes. The first match wins. */
export interface ReplyRule {
  is: ReplyClass
  pattern: RegExp
}

/** Reasons unrelated to the mailbox come first: none of them may be mistaken for its absence. */
export const OTHER_REASONS: readonly ReplyRule[] = [
  { is: 'accepted', pattern: /receiving (mail|messages) (at a rate that|too quickly)/ },
  { is: 'greylisted', pattern: /gr[ae]y[- ]?list/ },
  {
    is: 'blocked',
    pattern:
      /blacklist|black list|blocklist|block list|denylist|spamhaus|spamcop|dnsbl|\brbl\b|surbl|sorbs|uceprotect|barracudacentral|cloudmark|senderscore|\bsnds\b|backscatter/,
  },
  {
    is: 'sender_refused',
    pattern:
      /\bsender|mail from|from address|return[- ]path|envelope|originator|call(out|back)|messages? from|e-?mails? from|your account|accept from|\bfrom <>/,
  },
  {
    is: 'relay_denied',
    pattern: /relay(?! recipient table)|rcpthosts|not (a )?local (domain|host)|user not local/,
  },
  {
    is: 'relay_denied',
    pattern:
      /\b(domain|host)(name)?\b.{0,30}\b(not (exist|found|hosted|handled|served|accepted|local|here|known|valid)|isn't|unknown|no longer|invalid|nonexistent|not configured)/,
  },
  {
    is: 'relay_denied',
    pattern: /(no such|unknown|invalid|unrecogni[sz]ed|bad) (recipient )?(domain|host)\b/,
  },
  {
    is: 'wants_sign_in',
    pattern:
      /authenticat|authori[sz]|\bauth\b|starttls|\btls\b|encrypt|log ?in|pop before|restricted to|members only/,
  },
  {
    is: 'blocked',
    pattern:
      /reputation|denied|white ?list|allow ?list|challenge|captcha|block(ed|ing)|banned|\bbad ip\b|polic(y|ies)|prohibit|not (allowed|permitted|accepted from)|forbidden|refus|restrict|security|firewall|filter/,
  },
  {
    is: 'blocked',
    pattern: /spam|unsolicited|abus|complaint|suspicious|bulk|virus|phish|harvest|dictionary|attack/,
  },
  {
    is: 'blocked',
    pattern:
      /too many|too much|throttl|rate[- ]?limit|rate (is|was|exceed)|(limit|quota) (of|for|per)\b|(hourly|daily|connection|message|sending) (limit|quota)|limits? exceeded|exceed\w* .{0,30}(connections|messages|recipients|rate)|frequency|excessive/,
  },
  {
    is: 'blocked',
    pattern:
      /reverse|\bptr\b|\brdns\b|fcrdns|hostname|\bhelo\b|\behlo\b|\bspf\b|\bdkim\b|\bdmarc\b|dns (record|entr|lookup)|fqdn|fully[- ]qualified|resolv(?!er\.adr)/,
  },
  {
    is: 'blocked',
    pattern:
      /your (ip|host|server|network|mail ?server|address|isp|country|connection|domain)|from (this|your) |client host|connecting (ip|host)|dynamic(ally)? |residential|geo(graph|ip|-)|listed (in|by|at|on) (?!domino|public)/,
  },
  {
    is: 'greylisted',
    pattern:
      /\b(try|retry|again|come back|resend|wait)\b.{0,60}\b(later|minutes?|mins?|seconds?|secs?|hours?|soon|shortly)\b/,
  },
  {
    is: 'temporary',
    pattern:
      /temporar|transient|deferr|overload|system (error|problem|failure)|internal error|local error|technical|currently (unable|unavailable)|maintenance|\bbusy\b|timed? ?out|\bldap\b|database|\bsql\b|backend|lookup (error|fail)|in progress|unverified|\bloops?\b|(unable to|could not|cannot|can't) (verify|check|validate|determine)/,
  },
]

/** Statements about the mailbox, in order of precedence. */
export const MAILBOX_REASONS: readonly ReplyRule[] = [
  {
    is: 'disabled',
    pattern:
      /\b(account|mailbox|user|recipient|address|inbox|customer|alias)\b.{0,60}\b(disabled|inactive|deactivated|discontinued|terminated|not active|not activated|no longer (active|available|in use|valid|exists?|accepts?|accepting|monitored|used|employed|works?))\b/,
  },
  {
    is: 'disabled',
    pattern:
      /\b(disabled|inactive|deactivated|discontinued) (e-?mail |mail )?(account|mailbox|user|recipient|address)/,
  },
  {
    is: 'full',
    pattern:
      /quota|\b(mailbox|inbox|account|user|recipient|mail ?folder|storage)\b.{0,40}\bfull\b|full mailbox|insufficient|out of storage|storage (space|limit|allocation)|mailbox size|not enough (space|storage|disk)|disk (is )?full|exhausted .{0,20}storage/,
  },
  {
    is: 'no_such_user',
    pattern:
      /\b(user|recipient|mailbox|account|addressee|alias|customer|member|person|local[- ]?part|e-?mail|e-?mail address|recipient address|user ?name|id)\b.{0,12}\b(is |are |was )?(unknown|unkown|not known)\b/,
  },
  {
    is: 'no_such_user',
    pattern:
      /\b(unknown|unkown) (local )?(user|recipient|mailbox|account|addressee|alias|local[- ]?part|e-?mail|user ?name|virtual user)/,
  },
  {
    is: 'no_such_user',
    pattern:
      /\bno such (local |virtual |valid |e-?mail )?(user|recipient|mailbox|account|address|person|alias|id|name|e-?mail|addressee|customer)/,
  },
  {
    is: 'no_such_user',
    pattern: /\b(does not|doesn't|does n't|doesn’t|do not|don't|did not) (currently |seem to )?exist\b/,
  },
  {
    is: 'no_such_user',
    pattern:
      /\b(user|recipient|mailbox|account|address|alias|addressee|id)\b.{0,40}\b(not found|could not be found|couldn't be found|cannot be found|can't be found|non-?existent|nonexisting)\b/,
  },
  {
    is: 'no_such_user',
    pattern: /\b(non-?existent|nonexisting) (user|recipient|mailbox|account|e-?mail|address)/,
  },
  { is: 'no_such_user', pattern: /recip(ient)?notfound|nosuchuser/ },
  {
    is: 'no_such_user',
    pattern:
      /\binvalid (e-?mail )?(recipients?|mailbox|user|account)\b|\brecipient (address )?(is |was )?(invalid|not valid)\b/,
  },
  {
    is: 'no_such_user',
    pattern: /\b(not|isn't|is no) (a )?(valid|known) (user|mailbox|recipient|account|e-?mail)|is no mailbox/,
  },
  {
    is: 'no_such_user',
    pattern:
      /\b(doesn't|doesn’t|does not|do not|don't) have (a|an|any|such a) .{0,40}\b(account|mailbox|user)\b|\bno (mailbox|user|account) (here|by|with|named|called|found)\b/,
  },
  { is: 'no_such_user', pattern: /unrouteable address|unroutable address/ },
  { is: 'no_such_user', pattern: /not listed in (domino|public name)/ },
  // Only as the whole text: a reason after it takes precedence.
  { is: 'no_such_user', pattern: /^\W*recipient rejected\W*$/ },
]
