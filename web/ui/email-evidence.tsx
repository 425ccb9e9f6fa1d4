import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorMessage } from '../lib/api.ts'
import { emailKindLabel } from '../lib/email-labels.ts'
import { useEmailCheck } from '../lib/use-email-check.ts'
import { VerificationFacts } from './verification-facts.tsx'

interface EmailEvidenceProps {
  email: string
  kind?: string
  origin?: ReactNode
  /** Whose statement the state is, for addresses we have not verified ourselves. */
  vouched?: ReactNode
}

/** Evidence for the state of an address, its origin, and a button to check it again. */
export function EmailEvidence({ email, kind, origin, vouched }: EmailEvidenceProps) {
  const { stored, missing, check } = useEmailCheck(email)
  const data = stored.data?.data
  return (
    <Stack gap="xs" miw={0} aria-busy={stored.isPending || check.isPending}>
      {stored.isPending && (
        <div role="status" aria-label="Loading verification">
          <Skeleton height={12} my={4} width="70%" />
          <Skeleton height={10} my={8} width="90%" />
          <Skeleton height={10} my={8} width="60%" />
        </div>
      )}
      {data && <VerificationFacts data={data} kind={kind} />}
      {missing && (
        <>
          <Text component="span" miw={0} fw={500} c="var(--app-heading)">
            {email}
          </Text>
          {vouched ?? <Text c="dimmed">This address hasn’t been checked yet.</Text>}
          {kind && <Text c="dimmed">{`${emailKindLabel(kind)?.meaning}.`}</Text>}
        </>
      )}
      {stored.isError && !missing && (
        <p role="alert">
          {errorMessage(stored.error)}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void stored.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {origin && (
        <Box pt="xs" style={{ borderTop: 'var(--app-line)' }}>
          {origin}
        </Box>
      )}
      {check.isError && <p role="alert">{errorMessage(check.error)}</p>}
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          loading={check.isPending}
          disabled={stored.isPending}
          onClick={() => check.mutate()}
        >
          {missing ? 'Verify now' : 'Verify again'}
        </Button>
        <Text component="span" c="dimmed" aria-live="polite">
          {check.isPending ? 'Checking with the mail server, up to 40 seconds' : 'Free of charge'}
        </Text>
      </Group>
    </Stack>
  )
}
