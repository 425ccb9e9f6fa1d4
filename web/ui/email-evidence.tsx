import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorMessage } from '../lib/api.ts'
import { emailKindLabel } from '../lib/email-labels.ts'
import { useEmailCheck } from '../lib/use-email-check.ts'
import classes from './email-evidence.module.css'
import { VerificationFacts } from './verification-facts.tsx'

interface EmailEvidenceProps {
  email: string
  kind?: string | undefined
  /** Where the address comes from. */
  origin?: ReactNode
  /** Who vouches for the state, where we have not checked the address ourselves. */
  vouched?: ReactNode
}

/** What is known about an address and why, where it comes from, and the way to check it again. */
export function EmailEvidence({ email, kind, origin, vouched }: EmailEvidenceProps) {
  const { known, missing, check } = useEmailCheck(email)
  const data = known.data?.data
  return (
    <div className={classes.root} aria-busy={known.isPending || check.isPending}>
      {known.isPending && (
        <div role="status" aria-label="Loading verification">
          <Skeleton height={12} my={4} width="70%" />
          <Skeleton height={10} my={8} width="90%" />
          <Skeleton height={10} my={8} width="60%" />
        </div>
      )}
      {data && <VerificationFacts data={data} kind={kind} />}
      {missing && (
        <>
          <span className={classes.address}>{email}</span>
          {vouched ?? <p className={classes.quiet}>This address hasn’t been checked yet.</p>}
          {kind && <p className={classes.quiet}>{`${emailKindLabel(kind)?.meaning}.`}</p>}
        </>
      )}
      {known.isError && !missing && (
        <p role="alert">
          {errorMessage(known.error)}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void known.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {origin && <div className={classes.origin}>{origin}</div>}
      {check.isError && <p role="alert">{errorMessage(check.error)}</p>}
      <div className={classes.foot}>
        <Button
          size="compact-xs"
          variant="default"
          loading={check.isPending}
          disabled={known.isPending}
          onClick={() => check.mutate()}
        >
          {missing ? 'Check now' : 'Check again'}
        </Button>
        <span className={classes.quiet} aria-live="polite">
          {check.isPending ? 'Checking with the mail server, up to 40 seconds' : 'Free of charge'}
        </span>
      </div>
    </div>
  )
}
