import { Skeleton, UnstyledButton } from '@mantine/core'
import type { MailEntry } from '#contract/mail.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { stateLook, templateWords } from './mail-labels.ts'
import classes from './mails-page.module.css'

interface MailsTableProps {
  rows: readonly MailEntry[]
  /** Cards below one another instead of a table, for a narrow screen. */
  cards: boolean
  /** Id of the mail in the drawer. */
  open: number | null
  onOpen: (id: number) => void
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">To</th>
        <th scope="col">Mail</th>
        <th scope="col">State</th>
        <th scope="col" className={classes.numeric}>
          Tries
        </th>
        <th scope="col" className={classes.problem}>
          Last error
        </th>
      </tr>
    </thead>
  )
}

function Row({ mail, open, onOpen }: { mail: MailEntry } & Pick<MailsTableProps, 'open' | 'onOpen'>) {
  return (
    // The recipient's button is the keyboard's way in; the whole row takes the pointer.
    <tr data-open={mail.id === open || undefined} onClick={() => onOpen(mail.id)}>
      <td>
        <When at={mail.created_at} />
      </td>
      <th scope="row">
        <button type="button" className={classes.link} aria-haspopup="dialog">
          {mail.recipient}
        </button>
      </th>
      <td>{templateWords(mail.template)}</td>
      <td>
        <StateBadge {...stateLook(mail)} />
      </td>
      <td className={classes.numeric}>{formatNumber(mail.attempts)}</td>
      <td className={classes.problem} title={mail.last_error ?? undefined}>
        {mail.last_error ?? '–'}
      </td>
    </tr>
  )
}

/** Mails, newest first: a table, or cards where it is narrow. */
export function MailsTable({ rows, cards, open, onOpen }: MailsTableProps) {
  if (cards) {
    return (
      <ul className={classes.cards} aria-label="Mails">
        {rows.map((mail) => (
          <li key={mail.id}>
            <UnstyledButton className={classes.card} aria-haspopup="dialog" onClick={() => onOpen(mail.id)}>
              <span className={classes.recipient}>{mail.recipient}</span>
              <span className={classes.line}>
                <span>{templateWords(mail.template)}</span>
                <StateBadge {...stateLook(mail)} />
              </span>
              <span className={classes.line} data-quiet>
                <When at={mail.created_at} />
                {mail.attempts > 1 && <span>{`${formatNumber(mail.attempts)} tries`}</span>}
              </span>
              {mail.last_error && <span className={classes.cardProblem}>{mail.last_error}</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it
    <section className={classes.frame} aria-label="Mails" tabIndex={0}>
      <table className={classes.table}>
        <Head />
        <tbody>
          {rows.map((mail) => (
            <Row key={mail.id} mail={mail} open={open} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const WIDTHS = [180, 150, 210, 170, 190, 160, 200, 140]

/** The mails' own shape while they load. */
export function MailsSkeleton({ cards }: { cards: boolean }) {
  if (cards) {
    return (
      <div role="status" aria-label="Loading the mails">
        {WIDTHS.map((width) => (
          <div key={width} className={classes.card}>
            <Skeleton height={10} width={width} mb={10} />
            <Skeleton height={10} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div className={classes.frame} role="status" aria-label="Loading the mails">
      <table className={classes.table}>
        <Head />
        <tbody>
          {WIDTHS.map((width) => (
            <tr key={width}>
              {[64, width, 120, 64, 16, 96].map((size, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <td key={at} className={at === 5 ? classes.problem : undefined}>
                  <Skeleton height={10} width={size} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
