import { Group, Text } from '@mantine/core'
import type { EmailVerification } from '#contract/prospecting/email-verification.ts'
import { type EmailLabel, emailKindLabel, emailLabel } from '../lib/email-labels.ts'
import classes from './email-evidence.module.css'
import { EmailState } from './email-state.tsx'
import { Facts } from './facts.tsx'
import { When } from './when.tsx'

function mailServerLabel({ mx, state }: EmailVerification): string | null {
  if (!mx) return state === 'no_mx' ? 'None: this domain doesn’t accept email' : null
  const hosts = mx.hosts.join(', ') || 'none'
  const provider = mx.provider ? ` (${mx.provider})` : ''
  return `${hosts}${provider}${mx.fallback ? ', no mail server of its own: uses the website’s' : ''}`
}

const catchAllLabel = (takesAll: boolean | null): string =>
  takesAll === null ? 'Unknown' : takesAll ? 'Yes, so this address can’t be confirmed' : 'No'

/** Flags of an address: role, free provider, disposable. */
function flagLabel({ flags }: EmailVerification, kind: string | undefined): string {
  const text = [
    emailKindLabel(kind)?.meaning,
    flags.role && !kind ? 'Role address' : null,
    flags.free ? 'Free mail provider' : null,
    flags.disposable ? 'Disposable provider' : null,
  ]
  return text.filter((word) => word).join('; ')
}

/** The SMTP dialog, line by line with the time since its start. */
function Talk({ lines }: { lines: EmailVerification['transcript'] }) {
  return (
    <details className={classes.talk}>
      <summary>Mail server log</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0}>
        {lines.map(({ dir, line, at_ms }, at) => (
          <Text
            component="span"
            // Lines repeat and never move.
            // biome-ignore lint/suspicious/noArrayIndexKey: fixed list
            key={at}
            c={dir === '!' ? 'dimmed' : undefined}
          >
            {`${(at_ms / 1000).toFixed(2).padStart(6)} ${dir} ${line}\n`}
          </Text>
        ))}
      </pre>
    </details>
  )
}

interface VerificationFactsProps {
  data: EmailVerification
  /** Email type, as a list or website knows it. */
  kind?: string
}

/** Ambiguous states: their meaning is shown below the reason. */
const OPEN_TONES: readonly EmailLabel['tone'][] = ['potential', 'unknown']

/** Everything known about an address, with the SMTP dialog as proof. */
export function VerificationFacts({ data, kind }: VerificationFactsProps) {
  const { meaning, tone } = emailLabel(data.state)
  const checked = data.checked_at ? <When at={data.checked_at} /> : 'Not yet'
  return (
    <>
      <Group gap="4px 12px" justify="space-between">
        <Text component="span" miw={0} fw={500} c="var(--app-heading)">
          {data.email}
        </Text>
        <EmailState state={data.state} />
      </Group>
      <p>{data.reason_text || meaning}</p>
      {data.reason_text && OPEN_TONES.includes(tone) && <Text c="dimmed">{`${meaning}.`}</Text>}
      <Facts
        facts={[
          ['Checked', checked],
          ['Checked again', data.next_try_at && <When at={data.next_try_at} />],
          ['Bounced', data.bounced_at && <When at={data.bounced_at} />],
          ['Did you mean', data.suggestion],
          ['Mail servers', mailServerLabel(data)],
          ['Accept-all', data.mx && catchAllLabel(data.catch_all)],
          ['Email type', flagLabel(data, kind)],
        ]}
      />
      {data.transcript.length > 0 && <Talk lines={data.transcript} />}
    </>
  )
}
